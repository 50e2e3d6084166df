/*
 * A plugin for qemu-user that counts the instructions of each function, and says at the end how many there were in all and in each.
 * Debian has no header for plugins: what is declared here is of version 1 of their API, which qemu 4.2 to 8.2 have.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(id, void (*)(id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, enum qemu_plugin_op, void *, uint64_t);
void qemu_plugin_register_atexit_cb(id, void (*)(id, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int qemu_plugin_version = 1;

/* A hash table, which is larger than any program has functions: of those that run. */
enum { size = 1 << 16 };
static struct { char *name; uint64_t count; } functions[size];

static uint64_t *count_of(const char *name)
{
	uint32_t h = 2166136261u;
	for (const char *c = name; *c; c++)
		h = (h ^ (uint8_t)*c) * 16777619u;
	for (h %= size; functions[h].name; h = (h + 1) % size)
		if (!strcmp(functions[h].name, name))
			return &functions[h].count;
	functions[h].name = strdup(name);
	return &functions[h].count;
}

/* Instructions are counted by the block: a block is of one function, and left at its end only. */
static void translated(id self, struct qemu_plugin_tb *block)
{
	const char *name = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(block, 0));
	qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, count_of(name ? name : "?"), qemu_plugin_tb_n_insns(block));
}

static void done(id self, void *unused)
{
	uint64_t all = 0;
	for (int i = 0; i < size; i++) {
		if (functions[i].count)
			fprintf(stderr, "count %llu %s\n", (unsigned long long)functions[i].count, functions[i].name);
		all += functions[i].count;
	}
	fprintf(stderr, "count %llu all\n", (unsigned long long)all);
}

EXPORTED int qemu_plugin_install(id self, const struct qemu_info_t *info, int argc, char **argv)
{
	qemu_plugin_register_vcpu_tb_trans_cb(self, translated);
	qemu_plugin_register_atexit_cb(self, done, NULL);
	return 0;
}
