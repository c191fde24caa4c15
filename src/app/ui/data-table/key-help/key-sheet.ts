import { compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'
import { commands, keyGroups } from '../commands/key-commands.ts'
import type { Command, KeyGroup } from '../commands/key-commands.ts'
import { keyWords } from './key-words.ts'

/** A section of the keyboard help (F1). */
export interface KeySection {
  readonly group: KeyGroup
  readonly title: string
  readonly lines: readonly KeyLine[]
}

export interface KeyLine {
  readonly label: string
  /** Alternative shortcuts, as printed on this machine's keyboard. */
  readonly keys: readonly string[]
}

/**
 * The sections of the keyboard help, generated from key-commands.ts. `typed` filters by label, 초성,
 * key or section title; sections without a match are left out.
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
