import { Fragment } from 'react'
import { FoundText } from '../data-table/cells/found-text.tsx'

interface ShortNameProps {
  text: string
  /** Search matches to highlight, as encoded by `findMatchRanges`. */
  matchRanges?: string | undefined
}

/**
 * A name cut in the middle when space is short, because names of road sections and addresses differ
 * at the end. An address loses its start, because its road says more than its province. Several
 * lines become one.
 */
export function ShortName({ text: fullText, matchRanges = '' }: ShortNameProps) {
  // Has the same length, so the positions of the matches stay valid.
  const text = fullText.replaceAll('\n', ' ')
  const { near: nearWord, key, tail, isAddress } = splitName(text)
  // Next to a short start the word before the key is cut with it.
  const near = nearWord > minHeadLength ? nearWord : key
  // A line from right to left moves the space at its end to the other side.
  const headEnd = isAddress ? text.slice(0, near).trimEnd().length : near
  const part = (from: number, to: number) => (
    <MatchedText text={text.slice(from, to)} matchRanges={shiftRanges(matchRanges, from, to)} />
  )
  if (key === text.length) return <span className="block min-w-0 truncate">{part(0, key)}</span>
  const canVanish = near > minHeadLength
  const keyWidth = canVanish ? 'max-w-full shrink-0' : 'min-w-0'
  const start = (
    <>
      <span className={canVanish ? vanishedMark : 'shrink-0'}>
        <span className={`block ${cutClass} ${canVanish ? vanishingClass : ''} ${isAddress ? '[direction:rtl]' : ''}`}>
          <bdi dir="ltr">{part(0, headEnd)}</bdi>
        </span>
      </span>
      {near === key ? (
        <span className={`${keyWidth} ${cutClass}`}>{part(headEnd, tail)}</span>
      ) : (
        <span className={`flex h-[1lh] flex-wrap-reverse content-end overflow-hidden ${keyWidth}`}>
          <span className="max-w-full whitespace-pre">{part(headEnd, key)}</span>
          <span className={`max-w-full shrink-0 ${cutClass}`}>{part(key, tail)}</span>
        </span>
      )}
    </>
  )
  if (tail === text.length)
    return (
      <span className="flex min-w-0" title={text}>
        {start}
      </span>
    )
  return (
    <span className="flex min-w-0" title={text}>
      <span className="flex max-w-full shrink-0">{start}</span>
      <span className={cutClass}>{part(tail, text.length)}</span>
    </span>
  )
}

const cutClass = 'overflow-hidden text-ellipsis whitespace-pre'
/**
 * No width if there isn't room for a letter and the ellipsis, because half a letter at the start of
 * a number looks like a part of it.
 */
const vanishingClass = 'max-w-[max(0px,(100%-1.8em)*1000)]'
/**
 * The ellipsis of a vanished start. The key needs the width of a narrow column, so the ellipsis is
 * small and hangs into the padding before it.
 */
const vanishedMark =
  "relative min-w-0 before:absolute before:right-0 before:max-w-[max(0px,(2.34em-100%)*1000)] before:overflow-hidden before:text-[0.77em] before:content-['…'/'']"
/** Starts up to this length are never cut; they may be narrower than that by themselves. */
const minHeadLength = 3

function MatchedText({ text, matchRanges }: { text: string; matchRanges: string }) {
  return matchRanges ? <FoundText text={text} matchRanges={matchRanges} /> : text
}

/** Several lines, each cut separately. */
export function ShortLines({ text, matchRanges = '' }: ShortNameProps) {
  const lines = text.split('\n')
  return lines.map((line, index) => {
    const from = lines.slice(0, index).reduce((length, before) => length + before.length + 1, 0)
    return (
      <Fragment key={index}>
        {/* Keeps the lines apart in the text that a screen reader and a search get. */}
        {index > 0 ? '\n' : null}
        <ShortName text={line} matchRanges={shiftRanges(matchRanges, from, from + line.length)} />
      </Fragment>
    )
  })
}

/** The matches within a part of the text, relative to the start of that part. */
function shiftRanges(matchRanges: string, from: number, to: number): string {
  return matchRanges
    .split(',')
    .map((range) => range.split('-').map((at) => Math.min(Math.max(Number(at), from), to) - from))
    .filter(([first = 0, last = 0]) => first < last)
    .map((range) => range.join('-'))
    .join()
}

/** Names in one line, each shortened separately. */
export function InlineNames({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 ? <span className="shrink-0 whitespace-pre"> · </span> : null}
      <ShortName text={name} />
    </Fragment>
  ))
}

/**
 * Where the parts of a name begin. The text after `tail` gives way first, then that before `near`,
 * then the word before `key`, which is shown whole or not at all. The key is always visible.
 */
interface NameParts {
  readonly near: number
  readonly key: number
  readonly tail: number
  readonly isAddress: boolean
}

/**
 * The key of a name is the part that distinguishes it from similar ones: the 동·호 or the lot number
 * of an address, after the word nearest to it; else the end of the name. At the end of the text if
 * there is none.
 */
export function splitName(name: string): NameParts {
  const words = [...name.matchAll(/[^\s()]+/g)].map(({ 0: word, index }) => ({
    text: word.endsWith(',') ? word.slice(0, -1) : word,
    start: index,
  }))
  const last = [findUnit(words), findLot(words)].find((at) => at > 0) ?? -1
  const lastWord = words[last]
  if (!lastWord) {
    const end = name.length - findNameEnd(name).length
    return { near: end, key: end, tail: name.length, isAddress: false }
  }
  const before = words[last - 1]
  const first = before && belongsToNext.test(before.text) ? last - 1 : last
  const key = words[first]?.start ?? 0
  const end = lastWord.start + lastWord.text.length
  // A bracket that closes after the key stays with it; alone it would be cut without an ellipsis.
  const closing = /^[)\]]*$/.test(name.slice(end)) ? name.length : end
  return { near: words[first - 1]?.start ?? key, key, tail: closing, isAddress: true }
}

type Words = readonly { readonly text: string }[]

/** Position of the 호: 1203호, B101호. */
function findUnit(words: Words): number {
  return words.findLastIndex(({ text }) => /\d호$/.test(text))
}

/** Position of the lot number 1-19, or of the number on a road. */
function findLot(words: Words): number {
  return words.findIndex(({ text }, index) => index > 0 && /^산?\d+(?:-\d+)?(?:번지)?$/.test(text))
}

/** 101동 or 가동 before its 호, 산 before its lot. */
const belongsToNext = /\d동$|^[^\d]?동$|^산$/

/** Maximum length of an end that is kept whole, in characters. */
const maxEndLength = 12

/**
 * The end of a name without an address. It starts at the first word containing a digit that gives a
 * short enough end (`가온지구 제1공구` → `제1공구`), else it is the last word. Empty when the end may be
 * cut.
 */
function findNameEnd(name: string): string {
  const ends = [...name.matchAll(/제\d|(?<=\s)\S/g)]
    .map(({ index }) => name.slice(index))
    .filter((end) => end.length <= maxEndLength && end.length < name.length)
  return ends.find(startsNumbered) ?? ends.find((end) => !end.includes(' ')) ?? ''
}

/** Whether its first word contains a digit. */
function startsNumbered(end: string): boolean {
  return /^\S*\d/.test(end)
}
