// node scripts/types.mjs: the types of what leaves any table, from docs/schema; `--check` only says whether they hold.
import { readFileSync, writeFileSync } from 'node:fs';

const SCHEMA = new URL('../../docs/schema/common.json', import.meta.url);
const TYPES = new URL('../src/wire/types.ts', import.meta.url);
const HEAD =
  '/* What leaves any table, printed from docs/schema by scripts/types.mjs: not to be written by hand. */\n';
const RENAMED = {
  'novamas.table.results.Pocket': 'PocketCame',
  'novamas.table.layout.Pocket': 'PocketDrawn',
};
const PLAIN = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

const capital = (name) => RENAMED[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
const either = (kinds) => [...new Set(kinds)].join(' | ') || 'never';

/** A schema as a type. */
function typed(schema) {
  if (schema.$ref) return capital(schema.$ref.split('/').at(-1));
  if (schema.anyOf) return either(schema.anyOf.map(typed));
  if (schema.enum) return either(schema.enum.map((one) => JSON.stringify(one)));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => typed({ ...schema, type })));
  if (schema.type === 'array') return list(schema);
  if (schema.type === 'object') return object(schema);
  return PLAIN[schema.type] ?? 'unknown';
}

function list(schema) {
  if (schema.prefixItems) return `readonly [${schema.prefixItems.map(typed).join(', ')}]`;
  const inside = typed(schema.items || {});
  return inside.includes(' ') ? `readonly (${inside})[]` : `readonly ${inside}[]`;
}

function object(schema) {
  if (!schema.properties) return `Readonly<Record<string, ${typed(schema.additionalProperties || {})}>>`;
  const needed = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(
    ([name, one]) => `  readonly ${name}${needed.has(name) ? '' : '?'}: ${typed(one)};`,
  );
  return `{\n${fields.join('\n')}\n}`;
}

/** One definition, with what the schema says of it. */
function definition([name, schema]) {
  const told = schema.description ? `/** ${schema.description.split('\n')[0]} */\n` : '';
  if (schema.properties) return `${told}export interface ${capital(name)} ${object(schema)}\n`;
  if (schema.$ref && typed(schema) === capital(name)) return '';
  return `${told}export type ${capital(name)} = ${typed(schema)};\n`;
}

/** The types as they are written. */
export function types() {
  const { $defs } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const structs = new Set(
    Object.entries($defs).flatMap(([name, schema]) => (schema.properties ? [capital(name)] : [])),
  );
  const wanted = Object.entries($defs).filter(
    ([name, schema]) => schema.properties || !structs.has(capital(name)),
  );
  return (
    HEAD +
    wanted
      .map(definition)
      .filter(Boolean)
      .map((one) => `\n${one}`)
      .join('')
  );
}

if (process.argv[1]?.endsWith('types.mjs')) {
  if (!process.argv.includes('--check')) writeFileSync(TYPES, types());
  else if (readFileSync(TYPES, 'utf8') !== types()) {
    console.error('src/wire/types.ts does not follow from docs/schema: node scripts/types.mjs');
    process.exit(1);
  }
}
