// Decodes a corpus with simdjson's On-Demand API: main PROTOCOL FILE, then one operation on each line of the standard input
// (decode or peek, or decode-deep and peek-deep, which look at every byte). Each is answered with a line of JSON: the time that
// the pass took, and what was seen. The first line of the output says which simdjson this is.
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "agentsdk.h"
#include "claudecode.h"

struct Corpus {
  std::string text;  // with simdjson's padding behind it
  size_t size = 0;
  std::vector<size_t> ends;  // for each line the offset of its newline

  explicit Corpus(const char* path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw std::runtime_error(std::string("cannot open ") + path);
    size = size_t(file.tellg());
    text.resize(size + simdjson::SIMDJSON_PADDING);
    file.seekg(0);
    file.read(text.data(), std::streamsize(size));
    for (size_t i = 0; i < size; i++)
      if (text[i] == '\n') ends.push_back(i);
  }
};

// pass walks over the lines, with one parser, whose buffers are used again.
template <typename F>
static void pass(const Corpus& c, od::parser& parser, F line) {
  size_t start = 0;
  for (size_t end : c.ends) {
    auto document = parser.iterate(c.text.data() + start, end - start, c.text.size() - start);
    od::object object = document.get_object();
    line(object);
    start = end + 1;
  }
}

static void peek(od::object& line, Digest& d) {
  std::string_view type = line["type"];
  std::string_view subtype;
  if (type == "system" || type == "result") {
    auto found = line["subtype"];
    if (found.error() == simdjson::SUCCESS) subtype = found.get_string();
  }
  d.tags(type, subtype);
}

int main(int argc, char** argv) try {
  if (argc != 3) throw std::runtime_error("usage: main agentsdk|claudecode FILE");
  bool sdk = !strcmp(argv[1], "agentsdk");
  Corpus corpus(argv[2]);
  od::parser parser;
  printf("simdjson: %d.%d.%d %s\n", simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR,
         simdjson::SIMDJSON_VERSION_REVISION, std::string(simdjson::get_active_implementation()->name()).c_str());
  fflush(stdout);
  for (std::string operation; std::getline(std::cin, operation);) {
    Digest d;
    size_t deep = operation.find("-deep");
    d.deep = deep != std::string::npos;
    operation = operation.substr(0, deep);
    auto start = std::chrono::steady_clock::now();
    if (operation == "peek") pass(corpus, parser, [&](od::object& line) { peek(line, d); });
    else if (operation != "decode") throw std::runtime_error("unknown operation " + operation);
    else if (sdk) pass(corpus, parser, [&](od::object& line) { agentsdk(line, d); });
    else pass(corpus, parser, [&](od::object& line) { claudecode(line, d); });
    auto took = std::chrono::steady_clock::now() - start;
    d.print(std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
  }
} catch (const std::exception& e) {
  std::cerr << e.what() << "\n";
  return 1;
}
