import { compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'
import { commands, keyGroups } from '../commands/key-commands.ts'
import type { Command, KeyGroup } from '../commands/key-commands.ts'
import { keyWords } from './key-words.ts'

/** One section of the list of keys. */
export interface KeySection {
  readonly group: KeyGroup
  readonly title: string
  readonly lines: readonly KeyLine[]
}

export interface KeyLine {
  readonly label: string
  /** As printed on this machine's keyboard; each of them works. */
  readonly keys: readonly string[]
}

/**
 * The list of keys, from the bindings in key-commands.ts. `typed` searches by words, 초성 or the key;
 * a group's name finds the whole group. Empty sections are left out.
 */
export function keySections(typed: string, isMac: boolean): readonly KeySection[] {
  const search = compileSearch(typed)
  const all: readonly Command[] = Object.values(commands).flat()
  return Object.entries(keyGroups).flatMap(([group, title]) => {
    const lines = all
      .filter((command) => command.group === group)
      .map(({ label, keys }) => ({ label, keys: keys.map((chord) => keyWords(chord, isMac)) }))
      .filter((line) => matchesSearch(searchText([line.label, title, ...line.keys]), search))
    return lines.length === 0 ? [] : [{ group: group as KeyGroup, title, lines }]
  })
}
