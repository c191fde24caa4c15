import type { SiteSection } from '#contract/site/site-sections.ts'
import { cutPassage, findPassage } from '#domain/text/find-passage.ts'
import { createForgivingSearch, formatReadingNote, pickParticle, shortMatters } from '#domain/text/forgiving-search.ts'
import { createMatchFinder } from '#domain/text/match-ranges.ts'
import { toInitials } from '#domain/text/search-text.ts'
import { toOfficialNames } from './everyday-names.ts'
import { asksForPolicies, isPost, isSmallPrint, stripAnchor } from './rank-sections.ts'
import type { Aspect } from './read-aspects.ts'
import { isEnglish, listUntranslated, translateEnglish, translateMixed } from './read-english.ts'
import { asksAboutLateness } from './read-lateness.ts'
import { type LabeledSections, labelSections, readSubject } from './read-subject.ts'
import { createSectionSearch, type SearchSections } from './search-sections.ts'
import { isCompound, listSearchWords, stripEndings } from './search-terms.ts'
import { stripOpening } from './strip-opening.ts'

interface SiteMatch extends SiteSection {
  /** The sentence with the searched words, or the beginning of the section. */
  readonly passage: string
}

export interface SiteMatches {
  /** All matching sections, the best first. */
  readonly found: readonly SiteSection[]
  /** Pages with their sections, the best first. */
  readonly pages: readonly { readonly title: string; readonly matches: readonly SiteMatch[] }[]
  /** Of all matches, including those that are not listed. */
  readonly count: number
  /** Of the matches in `pages`. */
  readonly listedCount: number
  /** What to highlight: the text as typed, or the corrected one. */
  readonly marked: string
  /** Says how a mistyped text was read or what was left out; null if taken as typed. */
  readonly note: string | null
}

export type SearchSite = (text: string) => SiteMatches

const maxPages = 8
/** A few pages may list more of their sections than many. */
const maxLines = 24
const minPerPage = 4

/**
 * A search over the texts of the public site, by the rules of the other searches. Several words,
 * and a word that no page has, are read as a question first, as in the chat: 취득세 얼마, 법인설립.
 */
export function createSiteSearch(sections: readonly SiteSection[]): SearchSite {
  const find = createForgivingSearch(sections, ({ heading, page, href, text, keywords = '', author = '' }) => ({
    title: heading,
    // The title of a page finds the page, and not each of its sections.
    about: isOpening({ heading, page, href }) ? `${page}\n${keywords}` : '',
    body: `${text}\n${author}`,
  }))
  const findHeaded = createHeadedSearch(sections)
  let ask: SearchSections | undefined
  const answer = (text: string) => (ask ??= createSectionSearch(sections))(text, maxAnswers)
  const searchNear = (text: string, near: { readonly reading: string; readonly items: readonly SiteSection[] }) => {
    // 유언장 is known as 유언, and not as the half of another word.
    const matter = shortMatters.find((known) => text.length === known.length + 1 && text.startsWith(known))
    const known = matter === undefined ? [] : find(matter).exact
    return known.length > 0
      ? buildMatches(known.toSorted(byPolicy), matter ?? '', formatReadingNote(text, matter ?? ''))
      : buildMatches(near.items, near.reading, formatReadingNote(text, near.reading))
  }
  /** What the pages call the thing, for a word that few of them have: 전세 is a deposit. */
  const findSynonyms = (text: string, found: readonly SiteSection[]) => {
    const words = found.length > 2 || found.every(isSmallPrint) || /\s/.test(text) ? [] : listSearchWords(text)
    const others = words.filter((word) => word !== text).flatMap((word) => find(word).exact)
    return others.filter((section) => !found.includes(section) && !isSmallPrint(section))
  }
  const searchWhole = (text: string, typed = text): SiteMatches => {
    const { exact, near } = find(text)
    const found = preferWhole(exact.filter(createWordFinder(text)), text)
    const byPlace = putFirst(findNamed(sections, text), asksForPolicies(text) ? found : found.toSorted(byPolicy))
    const headed = putFirst(findHeaded(text, byPlace), byPlace)
    const literal = sortPosts(putFirst(findPhrase(sections, typed), [...headed, ...findSynonyms(text, headed)]), text)
    const nearWord = headed.length === 0 ? formatNearWord(text) : null
    if (!isQuestion(text, literal)) return buildMatches(literal, nearWord === null ? text : listMarked(text), nearWord)
    const answers = answer(text)
    const note = answers[0]?.isReply ? null : (answers[0]?.note ?? null)
    const answerSections = answers.map(({ section }) => section)
    if (answerSections.length > 0 && note === null) {
      const named = [...findNamed(literal, text), ...findPhrase(sections, typed)]
      return buildMatches(putFirst(putFirst(named, answerSections), literal), listMarked(text), nearWord)
    }
    // Headings about the aspect of a word that no page has say less than what comes near: 가산세.
    const isNear = exact.length === 0 && answers[0]?.isGeneral === true && !/\s/.test(text)
    if (literal.length > 0 && !isNear) return buildMatches(literal, /\s/.test(text) ? listTyped(text) : text, null)
    if (near !== null) return searchNear(text, near)
    return buildMatches(answerSections, listMarked(text), note)
  }
  const isInHeading = (part: string) => sections.some(({ heading }) => heading.includes(part))
  /** 상속ㄷ, 법인서: a word written together with the beginning of the next. */
  const searchUnfinished = (text: string): SiteMatches | null => {
    const [, head = '', tail = ''] = splitUnfinished(text, isInHeading)
    if (head === '' || !find(text).exact.every(isSmallPrint)) return null
    const both = find(`${head} ${tail}`).exact
    if (both.length > 0) return buildMatches(both.toSorted(byPolicy), `${head} ${tail}`, null)
    return /[ㄱ-ㅎ]$/.test(tail) ? searchWhole(head) : null
  }
  /** 토지수용 finds what 토지 수용 finds, unless a heading has it in one word. */
  const splitWords = (text: string): string => {
    if (!/^[가-힣]{4,8}$/.test(text) || isInHeading(text)) return text
    const cuts = Array.from({ length: text.length - 3 }, (_, index) => index + 2)
    const isWord = (word: string) =>
      sections.some((section) => section.text.split(/\s+/).some((part) => part.startsWith(word)))
    const parts = cuts.map((cut) => [text.slice(0, cut), text.slice(cut)]).find((words) => words.every(isWord))
    const spaced = parts?.join(' ') ?? text
    return find(spaced).exact.length >= Math.max(1, find(text).exact.length) ? spaced : text
  }
  /** 상속을 finds what 상속 finds: a particle that finds less is left out. */
  const dropParticles = (text: string) =>
    text.replace(/[가-힣]{3,}/g, (word) => {
      const stem = stripEndings(word).replace(/(?<=..)하기$/, '')
      return stem !== word && find(stem).exact.length > find(word).exact.length ? stem : word
    })
  return (text) => {
    const query = dropParticles(stripOpening(text) || text)
      .replace(/(?<=\S )[전후뒤]에$/, '')
      .trim()
    const translated = toOfficialNames(isEnglish(query) ? translateEnglish(query) : translateMixed(query))
    if (translated !== '' && translated !== query && find(query).exact.every(isSmallPrint)) {
      const matches = searchWhole(translated)
      const dropped = isEnglish(query) ? listUntranslated(query).join(' ') : ''
      const note = dropped === '' ? '' : ` ${formatDroppedNote(dropped)}`
      if (matches.count > 0) return { ...matches, note: `${formatReadingNote(query, translated)}${note}` }
    }
    const unfinished = searchUnfinished(query)
    if (unfinished !== null && /[ㄱ-ㅎ]$/.test(query)) return unfinished
    const whole = searchWhole(splitWords(query), text.trim())
    return whole.count > 0 ? whole : (unfinished ?? searchKnownWords(query, searchWhole, isInHeading) ?? whole)
  }
}

/** The longest known beginning of a word, and up to two letters after it. */
function splitUnfinished(text: string, isInHeading: (part: string) => boolean): readonly string[] {
  const tails = [1, 2, 3].filter((length) => text.length - length > 1)
  const length = tails.find((count) => isInHeading(text.slice(0, -count)))
  return length === undefined || !/^[가-힣]{2}[가-힣ㄱ-ㅎ]+$/.test(text)
    ? []
    : [text, text.slice(0, -length), text.slice(-length)]
}

/**
 * The nearest results of a text that finds nothing: those of its known words, or else of the one
 * that names a matter, or that the fewest texts have. A word written together may have a known
 * beginning or end. Null without a known word.
 */
function searchKnownWords(
  text: string,
  searchWhole: (text: string) => SiteMatches,
  isInHeading: (part: string) => boolean,
): SiteMatches | null {
  const typed = text
    .replace(/[?!.,~]+/g, ' ')
    .trim()
    .split(/\s+/)
  const words = (typed.length === 1 ? splitKnown(typed[0] ?? '', isInHeading) : typed).slice(0, maxWords)
  const found = words.map((word) => ({ word, count: listSearchWords(word).length > 0 ? searchWhole(word).count : 0 }))
  // One syllable occurs within other words everywhere.
  const known = found.filter(({ count, word }) => count > 0 && (word.length > 1 || !/[가-힣]/.test(word)))
  const isMatter = (word: string) => readSubject(word).matters.length > 0
  const rarestFirst = known
    .toSorted((a, b) => Number(isMatter(b.word)) - Number(isMatter(a.word)) || a.count - b.count)
    .map(({ word }) => [word])
  for (const searched of [known.map(({ word }) => word), ...rarestFirst]) {
    if (searched.length === 0 || searched.length === words.length) continue
    const matches = searchWhole(searched.join(' '))
    const dropped = words.filter((word) => !searched.includes(word)).join(' ')
    if (matches.count > 0) return { ...matches, note: formatDroppedNote(dropped) }
  }
  return null
}

function formatDroppedNote(dropped: string): string {
  return `'${dropped}'${pickParticle(dropped, '을/를')} 빼고 찾은 결과입니다.`
}

const maxWords = 8

/** 선순위근저당 is 선순위 and 근저당, which is in a heading. */
function splitKnown(word: string, isInHeading: (part: string) => boolean): readonly string[] {
  const cuts = Array.from({ length: Math.max(0, word.length - 3) }, (_, index) => index + 2)
  const splits = cuts.flatMap((cut) => {
    const parts = [word.slice(0, cut), word.slice(cut)]
    return parts.map((part) => ({ part, parts }))
  })
  const byLength = splits.toSorted((a, b) => b.part.length - a.part.length)
  return byLength.find(({ part }) => /^[가-힣]+$/.test(part) && isInHeading(part))?.parts ?? []
}

/** Whether a text asks for the telephone number or address of the office. */
export function asksForTelephone(text: string): boolean {
  return listSearchWords(text).some((word) => /^(?:전화|통화|연락처)/.test(word))
}

function putFirst(first: readonly SiteSection[], others: readonly SiteSection[]): SiteSection[] {
  return [...first, ...others.filter((section) => !first.includes(section))]
}

/**
 * What comes before the sections that contain a text: for 수수료 those whose headings ask for
 * costs, for 상속포기 the section of the page that the matter belongs to.
 */
function createHeadedSearch(sections: readonly SiteSection[]) {
  let labeled: LabeledSections | undefined
  return (text: string, literal: readonly SiteSection[]): readonly SiteSection[] => {
    const { matters, aspects, rest } = readSubject(text)
    const [matter] = matters
    if (matter === undefined) return rest === '' && aspects.length > 0 ? listHeaded(sections, aspects) : []
    if (matters.length > 1 || aspects.length > 0) return []
    const described = (labeled ??= labelSections(sections)).describe(matter)
    const [best] = literal
    return described === null || best === undefined || !literal.includes(described) || isSamePage(best, described)
      ? []
      : [described]
  }
}

/**
 * Sections whose heading has all words of a phrase, or begins with its initial consonants. No
 * questions, which ask for more than the phrase.
 */
function findNamed(sections: readonly SiteSection[], text: string): SiteSection[] {
  const words = text.split(/\s+/).filter(Boolean)
  if (/^[ㄱ-ㅎ]{4,}$/.test(text))
    return sections.filter(({ heading }) => toInitials(heading.replaceAll(' ', '')).startsWith(text))
  return words.length < 2
    ? []
    : sections.filter(({ heading }) => !heading.endsWith('?') && words.every((word) => heading.includes(word)))
}

/** Posts with the word or its synonym in a heading come first, then those that have it most. */
function sortPosts(found: readonly SiteSection[], text: string): readonly SiteSection[] {
  if (!/^[가-힣]{2,}$/.test(text)) return found
  const words = [text, ...listSearchWords(text)]
  const headed = new Set(
    found.filter(({ page, heading }) => words.some((word) => `${page} ${heading}`.includes(word))).map(stripAnchor),
  )
  const counts = new Map<string, number>()
  for (const section of found) {
    const path = stripAnchor(section)
    counts.set(path, (counts.get(path) ?? 0) + section.text.split(text).length - 1)
  }
  const countOf = (section: SiteSection) => counts.get(stripAnchor(section)) ?? 0
  const posts = found
    .filter(isPost)
    .toSorted(
      (a, b) => Number(headed.has(stripAnchor(b))) - Number(headed.has(stripAnchor(a))) || countOf(b) - countOf(a),
    )
    .values()
  return found.map((section) => (isPost(section) ? (posts.next().value ?? section) : section))
}

/** The few sections that have several words just as typed. */
function findPhrase(sections: readonly SiteSection[], text: string): readonly SiteSection[] {
  const found = /\S\s+\S/.test(text) ? sections.filter((section) => section.text.includes(text)) : []
  return found.length <= maxPhrases ? found : []
}

const maxPhrases = 2

/** 전세금, which no section has, is found as 보증금. */
function formatNearWord(text: string): string | null {
  const [near, ...others] = /^[가-힣]{2,}$/.test(text) ? listSearchWords(text).filter((word) => word !== text) : []
  return near === undefined || others.length > 0 || text.includes(near) ? null : formatReadingNote(text, near)
}

/** The text as typed and the words it was searched by; 개월 of 3개월 says nothing. */
function listMarked(text: string): string {
  const said = sayings.flatMap(([words, meant]) => (words.test(text) ? meant : []))
  if (said.length > 0) return said.join(' ')
  const figures = text.split(/\s+/).filter((word) => /\d/.test(word))
  const words = listSearchWords(text).filter((word) => !figures.some((figure) => figure.includes(word)))
  return [listTyped(text), ...words].join(' ')
}

/** The words as typed that say something: not the 전에 of 이사하기 전에. */
function listTyped(text: string): string {
  const typed = text.split(/\s+/).filter((word) => listSearchWords(word).length > 0 && !/^[전후뒤때]에?$/.test(word))
  return typed.join(' ') || text
}

/** What the pages say for words that find a section without being in it. */
const sayings: readonly (readonly [words: RegExp, said: readonly string[]])[] = [
  [/다주택|(?:두|세|여러) ?채/, ['이미 집이 있는 세대가']],
  [/생애 ?(?:최초|첫)|첫 ?집|처음 ?[사집]/, ['처음 집을 사는 분']],
  [/(?<= |^)(?:팔|파는|매도)/, ['파시는 분은']],
  [/(?<= |^)(?:살 ?때|사는|매수)/, ['사시는 분은']],
]

function listHeaded(sections: readonly SiteSection[], aspects: readonly Aspect[]): SiteSection[] {
  return sections.filter(({ href, page, heading }) => {
    if (!/^\/(?:services|blog)\//.test(href)) return false
    const asked = readSubject(aspects.length > 1 ? `${page} ${heading}` : heading).aspects
    return aspects.every((aspect) => asked.includes(aspect))
  })
}

function isSamePage(a: SiteSection, b: SiteSection): boolean {
  return stripAnchor(a) === stripAnchor(b)
}

/** Whether a text has a word otherwise than within a verb: 해지 is not in 정해지나요. */
function createWordFinder(typed: string): (section: SiteSection) => boolean {
  const find = /^[가-힣]{2,}$/.test(typed) ? createMatchFinder(typed) : null
  return ({ page, heading, text }) => {
    const all = `${page} ${heading} ${text}`
    // What only the joined words have has no place of its own.
    return find === null || find(all).length === 0 || find(all.replace(passiveVerb, ' ')).length > 0
  }
}

/** 정해지나요, 달라지고, 커질 수 */
const passiveVerb =
  /(?<![가-힣])(?:[가-힣]해|[가-힣]{1,2}(?:라|어|아|려|워|켜|커))(?:지(?=[나며고는면니게거므던]|도록)|집|져|질|진|졌)[가-힣]*/g

/**
 * Without sections where the end of one word and the next happen to spell the text (예전 세금),
 * and without half-typed words if others have all of it: 이사 also begins 이상.
 */
function preferWhole(found: readonly SiteSection[], typed: string): readonly SiteSection[] {
  if (!/^[가-힣]{2,}$/.test(typed)) return found
  const meant = found.filter((section) => {
    const parts = listParts(section)
    return isWritten(typed, parts) || !parts.replace(/\s+/g, '').includes(typed)
  })
  const whole = meant.filter((section) => isWritten(typed, listParts(section)))
  return whole.length > 0 ? whole : meant
}

/** Whether a text has a word, be it with blanks; not from the last syllable of another word on. */
function isWritten(typed: string, text: string): boolean {
  if (text.includes(typed)) return true
  const words = typed.length > 2 ? text.split(/\s+/) : []
  return words.some((word, index) => {
    const at = words
      .slice(index, index + typed.length)
      .join('')
      .indexOf(typed)
    return at === 0 || (at > 0 && at < word.length - 1)
  })
}

function listParts({ page, heading, text, keywords = '', author = '' }: SiteSection): string {
  return [page, heading, text, keywords, author].join('\n')
}

const maxAnswers = 6
/** A single word outside the policies is searched as typed; several are mostly a question. */
function isQuestion(text: string, literal: readonly SiteSection[]): boolean {
  return /\S\s+\S/.test(text) || literal.every(isSmallPrint) || isCompound(text) || asksAboutLateness(text)
}

/** The beginning of a page, under its title. */
function isOpening({ heading, page, href }: Pick<SiteSection, 'heading' | 'page' | 'href'>): boolean {
  return heading === page || href === '/'
}

function byPolicy(a: SiteSection, b: SiteSection): number {
  return Number(isSmallPrint(a)) - Number(isSmallPrint(b))
}

function buildMatches(found: readonly SiteSection[], marked: string, note: string | null): SiteMatches {
  const distinct = dropRepeated(found)
  const pages = groupByPage(distinct, marked)
  return {
    found: distinct,
    pages,
    count: distinct.length,
    listedCount: pages.reduce((sum, { matches }) => sum + matches.length, 0),
    marked,
    note,
  }
}

/** A post and its beginning have the same title and address; the one that comes first is listed. */
function dropRepeated(found: readonly SiteSection[]): SiteSection[] {
  return [...Map.groupBy(found, ({ href, heading }) => `${href} ${heading}`).values()].flatMap(([first]) => first ?? [])
}

function groupByPage(found: readonly SiteSection[], marked: string): SiteMatches['pages'] {
  const pages = [...Map.groupBy(found, stripAnchor).values()].slice(0, maxPages)
  const maxPerPage = Math.max(minPerPage, Math.floor(maxLines / pages.length))
  return pages.map((sections) => ({
    title: sections[0]?.page ?? '',
    matches: sections
      .slice(0, maxPerPage)
      .map((section) => ({ ...section, passage: cutToPassage(section.text, marked) })),
  }))
}

/** The best sentence, and the one with the words that it lacks: the row under its heading. */
function cutToPassage(text: string, search: string): string {
  const first = findPassage(text, search)?.join('')
  if (first === undefined) return cutPassage(text).join('')
  const missing = search.split(/\s+/).filter((word) => word.length > 1 && !first.includes(word))
  const second = missing.length === 0 ? undefined : findPassage(text, missing.join(' '), maxShared)?.join('')
  if (second === undefined || first.includes(bare(second))) return first
  const shared = findPassage(text, search, maxShared)?.join('') ?? first
  const inOrder = [shared, second].toSorted((a, b) => text.indexOf(bare(a)) - text.indexOf(bare(b)))
  return inOrder.map(bare).join(' … ')
}

/** A passage without the marks of its cuts. */
function bare(passage: string): string {
  return passage.replace(/^… | …$/g, '')
}

/** Letters of one of two sentences. */
const maxShared = 80
