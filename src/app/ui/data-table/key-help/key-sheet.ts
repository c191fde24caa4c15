import { compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'
import { commands, keyGroups } from '../commands/key-commands.ts'
import type { Command, KeyGroup } from '../commands/key-commands.ts'
import { keyWords } from './key-words.ts'

/** One section of the sheet of keys. */
export interface KeySection {
  readonly group: KeyGroup
  readonly title: string
  readonly lines: readonly KeyLine[]
}

export interface KeyLine {
  readonly label: string
  /** As printed on this machine's keys; any of them does it. */
  readonly keys: readonly string[]
}

/**
 * The sheet of keys, made from the list that binds them (key-commands.ts). `typed` finds by words, 초성, or the key itself; a group's own name finds all of it.
 * Sections without a line are left out.
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
