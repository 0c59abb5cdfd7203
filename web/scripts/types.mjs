// node scripts/types.mjs: the types of everything that the server sends, from docs/schema, into src/wire/generated.
// They are printed before each check and never committed, so they cannot fall behind the schemas.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const SCHEMAS = new URL('../../docs/schema/', import.meta.url);
const TYPES = new URL('../src/wire/generated/', import.meta.url);
const HEAD = '/* Printed from docs/schema by scripts/types.mjs. */\n';

/** Types whose name would mean two things. */
const RENAMED = {
  asked: 'ClientMessage',
  said: 'ServerMessage',
  'novamas.table.results.Pocket': 'ResultPocket',
  'novamas.table.layout.Pocket': 'WheelPocket',
};
/** Objects whose fields depend on the game, by how the schema describes them. */
const OF_THE_GAME = [
  [/^a deed of the game/, 'Deed'],
  [/^the view of the game/, 'View'],
];
const PLAIN = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

const read = (name) => JSON.parse(readFileSync(new URL(name, SCHEMAS), 'utf8'));
const nameOf = (name) => RENAMED[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
const either = (kinds) => [...new Set(kinds)].join(' | ') || 'never';

/** A schema as a type. */
function typed(schema) {
  if (schema.$ref) return nameOf(schema.$ref.split('/').at(-1));
  if (schema.anyOf) return either(schema.anyOf.map(typed));
  if (schema.oneOf) return either(schema.oneOf.map(typed));
  if (schema.allOf) return schema.allOf.map(typed).join(' & ');
  if (schema.enum) return either(schema.enum.map((one) => JSON.stringify(one)));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => typed({ ...schema, type })));
  if (schema.type === 'array') return list(schema);
  if (schema.type === 'object') return object(schema);
  return PLAIN[schema.type] ?? 'unknown';
}

function list(schema) {
  if (schema.prefixItems) return `readonly [${schema.prefixItems.map(typed).join(', ')}]`;
  return `readonly (${typed(schema.items || {})})[]`;
}

function object(schema) {
  const ofGame = OF_THE_GAME.find(([described]) => described.test(schema.description ?? ''));
  if (ofGame) return ofGame[1];
  if (!schema.properties) return `Readonly<Record<string, ${typed(schema.additionalProperties || {})}>>`;
  const needed = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(
    ([name, one]) => `  readonly ${name}${needed.has(name) ? '' : '?'}: ${typed(one)};`,
  );
  return `{\n${fields.join('\n')}\n}`;
}

/** One definition, with the first line of its description. */
function definition([name, schema]) {
  const about = schema.description ? `\n/** ${schema.description.split('\n')[0]} */` : '\n';
  if (schema.properties) return `${about}\nexport interface ${nameOf(name)} ${object(schema)}\n`;
  const type = typed(schema);
  return type === nameOf(name) ? '' : `${about}\nexport type ${nameOf(name)} = ${type};\n`;
}

/** Definitions as one module; a name that differs from a structure's by its capital alone is that structure. */
function definitions(all) {
  const structures = new Set(
    Object.entries(all).flatMap(([name, one]) => (one.properties ? [nameOf(name)] : [])),
  );
  return Object.entries(all)
    .filter(([name, one]) => one.properties || !structures.has(nameOf(name)))
    .map(definition)
    .join('');
}

/** The view of a table: the same fields at every game, but for deeds and for what a phase shows. */
function view() {
  const { View, Offer, Chips, Pile, Held } = read('ruleta.json').$defs;
  const anyGame = JSON.stringify({ View, Offer, Chips, Pile, Held }, (key, value) => {
    if (key === 'shows') return { $ref: '#/$defs/Shows' };
    if (value?.$ref === '#/$defs/deed') return { $ref: '#/$defs/Deed' };
    return value;
  });
  return definitions(JSON.parse(anyGame));
}

/** A schema of a game without references, because a name may mean something else at another game. */
function resolved(schema, defs) {
  if (Array.isArray(schema)) return schema.map((one) => resolved(one, defs));
  if (schema === null || typeof schema !== 'object') return schema;
  const own = schema.$ref && defs[schema.$ref.split('/').at(-1)];
  if (own) return resolved(own, defs);
  return Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, resolved(one, defs)]));
}

/** Several structures as one. Only the fields of `always` are in each of them, the others may be absent. */
function merged(title, about, structures, always) {
  const fields = new Map();
  for (const { properties } of structures)
    for (const [name, one] of Object.entries(properties))
      fields.set(name, (fields.get(name) ?? new Set()).add(typed(one)));
  const rows = [...fields].map(
    ([name, kinds]) => `  readonly ${name}${always.includes(name) ? '' : '?'}: ${either(kinds)};`,
  );
  return `\n/** ${about} */\nexport interface ${title} {\n${rows.join('\n')}\n}\n`;
}

/** The deeds and the public facts of all games. */
function games() {
  const schemas = readdirSync(SCHEMAS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => read(name).$defs ?? {})
    .filter((defs) => defs.deed && defs.view);
  const kinds = (one) => one.anyOf ?? [one];
  const deeds = schemas.flatMap((defs) => kinds(resolved(defs.deed, defs)));
  const shows = schemas.flatMap((defs) => kinds(resolved(defs.View.properties.shows, defs)));
  return (
    merged('Deed', 'A deed: an act, a draw or an incident, with the fields that some game gives it.', deeds, [
      'do',
      'by',
    ]) +
    merged('Shows', 'Public facts of a phase. Which of them there are depends on the game.', shows, ['phase'])
  );
}

/** A module that imports the names that it uses of others. */
function module(text, ...others) {
  const imports = Object.entries(Object.assign({}, ...others)).map(([from, names]) => {
    const code = text.replaceAll(/\/\*.*?\*\//g, '');
    const used = names.filter(
      (name) => new RegExp(`: .*\\b${name}\\b|\\| ${name}\\b`).test(code) && !declares(text).includes(name),
    );
    return used.length ? `import type { ${used.join(', ')} } from '${from}';\n` : '';
  });
  return `${HEAD}${imports.join('')}${text}`;
}
const declares = (text) => [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map((found) => found[1]);

/** Of each address, the type of its answer or of its body. */
function addresses(paths, title, method, typeOf) {
  const rows = Object.entries(paths).flatMap(([path, operations]) => {
    const schema = operations[method] && typeOf(operations[method]);
    return schema ? [`  readonly '${path}': ${typed(schema)};`] : [];
  });
  return `\nexport interface ${title} {\n${rows.join('\n')}\n}\n`;
}
const contentOf = (one) => one?.content?.['application/json']?.schema;
const answerOf = ({ responses }) => contentOf(responses['200'] ?? responses['201']);
const bodyOf = ({ requestBody }) => contentOf(requestBody);

/** Every file by its name. */
export function types() {
  const game = { './game': ['Deed', 'Shows'] };
  const common = definitions(read('common.json').$defs);
  const shared = { './common': declares(common) };
  const table = view();
  const messages = read('live.json').$defs;
  delete messages.Deed; // its fields depend on the game
  const live = definitions(messages);
  const { components, paths } = read('openapi.json');
  const http =
    definitions(components.schemas) +
    addresses(paths, 'Get', 'get', answerOf) +
    addresses(paths, 'Post', 'post', answerOf) +
    addresses(paths, 'Body', 'post', bodyOf);
  return {
    'common.ts': module(common),
    'game.ts': module(games(), shared),
    'table.ts': module(table, shared, game),
    'live.ts': module(live, shared, { './table': declares(table) }, game),
    'http.ts': module(http, { './table': ['View'] }, game),
  };
}

if (process.argv[1]?.endsWith('types.mjs')) {
  mkdirSync(TYPES, { recursive: true });
  for (const [name, text] of Object.entries(types())) writeFileSync(new URL(name, TYPES), text);
}
