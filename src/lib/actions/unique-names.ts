/** The same file names, each once whatever their case: the second 'a.mp4' is 'a-2.mp4'. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${stem}-${number}${ending}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
