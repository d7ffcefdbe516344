// Serves the tables of Dossier by PostGraphile: node server.js URL PORT
import { createServer } from "node:http";
import { postgraphile } from "postgraphile";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { jsonPgSmartTags } from "postgraphile/utils";

// Node 20 has no such function, which PostGraphile calls.
Promise.withResolvers ??= function () {
  let resolve, reject;
  const promise = new this((...functions) => ([resolve, reject] = functions));
  return { promise, resolve, reject };
};

const [connectionString, port] = process.argv.slice(2);

// Edges have no foreign keys, since an end can be in any of the tables of kinds.
const key = (column, table, field, back) =>
  `(${column}) references ${table} (id)|@fieldName ${field}` + (back ? `|@foreignFieldName ${back}` : "");
const edges = {
  foreignKey: [
    key("src_id", "onto_plans", "plan"),
    key("src_id", "onto_tasks", "fromTask", "edgesFromTask"),
    key("dst_id", "onto_tasks", "task", "edgesToTask"),
    key("dst_id", "onto_goals", "goal"),
  ],
};

// The key of a table of a kind has the project, too; its ids have only an index.
const unique = { tags: { unique: "id" } };
const kinds = { onto_plans: unique, onto_tasks: unique, onto_goals: unique };

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [jsonPgSmartTags({ version: 1, config: { class: { onto_edges: { tags: edges }, ...kinds } } })],
  // An index of a project's rows also orders them, which behaviours do not see.
  disablePlugins: ["PgIndexBehaviorsPlugin"],
  pgServices: [makePgService({ connectionString, schemas: ["public"], poolConfig: { max: 16 } })],
  grafserv: { port: Number(port), watch: false, graphiql: false },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(port), "127.0.0.1");
