// Makes the types of the wire from what the server says of itself: `npm run types` after a change of openapi.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HEAD = `/** What goes over the wire, made from openapi.json by \`npm run types\`: change nothing here. */

/** A place of the picture. */
export type Point = [number, number];
`;

function remark(schema, indent = '') {
  // Examples are some game's words, which this app does not know.
  const told = schema.description
    ?.replace(/\s+/g, ' ')
    .replaceAll('*/', '')
    .replace(/(,? such as|:|,) `[^@]*`/g, '');
  return told ? `${indent}/** ${told} */\n` : '';
}

function arrayOf(schema) {
  const { items, minItems, maxItems } = schema;
  // Pairs of lengths are all that is told of them.
  if (items.format === 'float') return 'Point';
  if (minItems !== undefined && minItems === maxItems) return `[${Array(minItems).fill(typeOf(items)).join(', ')}]`;
  const item = typeOf(items);
  return `${/[|&]/.test(item) ? `(${item})` : item}[]`;
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  const either = schema.oneOf ?? schema.anyOf;
  if (either) return either.map(typeOf).join(' | ');
  const types = [schema.type].flat();
  const told = types.map((type) => {
    switch (type) {
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return arrayOf(schema);
      case 'object':
        return schema.additionalProperties
          ? `Record<string, ${typeOf(schema.additionalProperties)}>`
          : fieldsOf(schema);
      default:
        return type;
    }
  });
  return told.join(' | ');
}

function fieldsOf(schema) {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    return `${remark(field, '  ')}  ${name}${optional}: ${typeOf(field)};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

/** The types as the file should have them. */
export function types(openapi) {
  const all = Object.entries(openapi.components.schemas);
  return HEAD + all.map(([name, schema]) => `\n${remark(schema)}export type ${name} = ${typeOf(schema)};\n`).join('');
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
if (process.argv[1] === here('types.mjs')) {
  writeFileSync(here('../src/wire.ts'), types(JSON.parse(readFileSync(here('../openapi.json'), 'utf8'))));
}
