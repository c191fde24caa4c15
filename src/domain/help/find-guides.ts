import type { SiteLink } from '#contract/chat/answer.ts'
import type { HowTo } from './how-to.ts'
import { howToTopics } from './how-tos.ts'
import { type OfficeScreen, officeScreens } from './office-screens.ts'

/** How something is done, or which screen shows it. */
export interface Guide {
  readonly kind: 'how-to' | 'screen'
  readonly title: string
  readonly text: string
  readonly links: readonly SiteLink[]
  /** Business of the office itself, never the subject of a legal question. */
  readonly isOfficeWork: boolean
  readonly isForSuperusers: boolean
  /** Whether every one of these words belongs to its name. */
  covers(words: readonly string[]): boolean
}

/**
 * The guides whose names a text contains, the longest match first. Names are separated by commas.
 * All words of a name must occur, in any order and with any blanks; `/` separates alternatives.
 */
export function findGuides(text: string): readonly Guide[] {
  const compact = toCompact(text)
  return guides
    .map((guide) => ({ guide, length: Math.max(...guide.names.map((name) => measureMatch(name, compact))) }))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length)
    .map(({ guide }) => guide)
}

/** Words with their alternatives. */
type Name = readonly (readonly string[])[]

/** How many letters of a name the text contains; 0 unless it contains all words. */
function measureMatch(name: Name, compact: string): number {
  const lengths = name.map((word) =>
    Math.max(0, ...word.filter((alternative) => compact.includes(alternative)).map(({ length }) => length)),
  )
  return lengths.includes(0) ? 0 : lengths.reduce((sum, length) => sum + length, 0)
}

function parseNames(names: string): readonly Name[] {
  return names.split(', ').map((name) => name.split(' ').map((word) => word.split('/')))
}

function toCompact(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s/g, '')
}

const hrefs = new Map<string, string>(officeScreens.map(({ label, href }) => [label, href]))

const guides = [
  ...howToTopics.flatMap(({ howTos }) => howTos.map(createHowToGuide)),
  ...officeScreens.map(createScreenGuide),
]

function createHowToGuide({ title, names, steps, at, isForSuperusers }: HowTo) {
  const links = at.map((label) => ({ label, href: hrefs.get(label) ?? '/staff' }))
  const guide = { kind: 'how-to' as const, title, text: steps, links, isOfficeWork: true }
  return { ...guide, isForSuperusers: isForSuperusers === true, ...createMatching(names) }
}

function createScreenGuide({ label, href, names, purpose, isOfficeWork, isForSuperusers }: OfficeScreen) {
  const guide = { kind: 'screen' as const, title: label, text: purpose, links: [{ label, href }] }
  const flags = { isOfficeWork: isOfficeWork === true, isForSuperusers: isForSuperusers === true }
  return { ...guide, ...flags, ...createMatching(names) }
}

function createMatching(names: string): { names: readonly Name[]; covers: Guide['covers'] } {
  const parsed = parseNames(names)
  const all = [...new Set(parsed.flat(2))]
  return {
    names: parsed,
    covers: (words) =>
      words.map(toCompact).every((word) => all.some((part) => part.includes(word) || word.includes(part))),
  }
}
