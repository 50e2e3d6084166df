#!/usr/bin/env node
// DuckDB as a contender: duckdb.cjs PROTOCOL FILE, then "kinds" on each line of the standard input. Each is answered with a line of JSON: the
// time that the query took, and the digest of counts (see jobs.go). It needs the npm package @duckdb/node-api, in a folder that NODE_PATH
// names. What DuckDB takes to start is not counted.
const { DuckDBInstance } = require("@duckdb/node-api");
const readline = require("node:readline");

async function main([, file]) {
  const instance = await DuckDBInstance.create(":memory:", { threads: process.env.GOMAXPROCS || "1" });
  const db = await instance.connect();
  const rows = async (query) => (await db.runAndReadAll(query)).getRows();
  // With the one column named, DuckDB does not look for the others, and takes no sample of the file.
  const query = `SELECT type, count(*) FROM read_json('${file.replaceAll("'", "''")}', format = 'newline_delimited', columns = {type: 'VARCHAR'}) GROUP BY type`;
  console.log("duckdb:", (await rows("SELECT version()"))[0][0]);
  for await (const operation of readline.createInterface({ input: process.stdin })) {
    if (!/^kinds(-deep)?$/.test(operation)) throw new Error(`unknown operation ${operation}`);
    const started = process.hrtime.bigint();
    const counts = await rows(query);
    const nanos = Number(process.hrtime.bigint() - started);
    let [lines, names] = [0, 0];
    for (const [type, count] of counts) {
      lines += Number(count);
      names += Buffer.byteLength(type ?? "") * Number(count);
    }
    const kinds = counts.map(([, count]) => Number(count)).sort((a, b) => b - a);
    console.log(JSON.stringify({ Nanos: nanos, Lines: lines, Kinds: kinds, Names: names }));
  }
}

main(process.argv.slice(2)).catch((err) => {
  console.error(err.message);
  process.exit(1);
});
