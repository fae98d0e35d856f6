const TABLE_BLOCK = /<!-- table: ([\w-]+) -->\n[^]*?<!-- end -->/g

/** A document with each table rewritten between its markers; the rest stays unchanged. */
export function fillTables(text, tables) {
  return text.replace(TABLE_BLOCK, (block, name) =>
    tables[name] === undefined ? block : `<!-- table: ${name} -->\n\n${tables[name]}\n\n<!-- end -->`,
  )
}

/** The problems of a document's tables. */
export function findMarkerProblems(file, text, tables) {
  const blocks = new Map([...text.matchAll(TABLE_BLOCK)].map(([block, name]) => [name, block]))
  const unknownTables = [...blocks.keys()]
    .filter((name) => tables[name] === undefined)
    .map((name) => `${file}: nothing writes its table ${name}: take its markers away, or name it in scripts/docs/tables.mjs.`)
  const missingTables = Object.keys(tables)
    .filter((name) => !blocks.has(name))
    .map((name) => `${file}: it has no place for the table ${name}: write <!-- table: ${name} --> and <!-- end --> where it is to stand.`)
  const outdatedTables = [...blocks]
    .filter(([name, block]) => tables[name] !== undefined && fillTables(block, tables) !== block)
    .map(([name]) => `${file}: its table ${name} is older than what it is made from: run \`npm run docs\`.`)
  return [...unknownTables, ...missingTables, ...outdatedTables]
}

/** A Markdown table; `columns` is its first row. */
export function tableText(columns, rows) {
  const cellText = (cell) => (cell === '' ? ' ' : ` ${cell.replaceAll('|', '\\|')} `)
  const rowText = (cells) => `|${cells.map(cellText).join('|')}|`
  return [rowText(columns), `|${columns.map(() => '---|').join('')}`, ...rows.map(rowText)].join('\n')
}
