import { Fragment } from 'react'
import { splitName } from '#domain/text/split-name.ts'
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
  const { wordStart, keyStart, keyEnd, isAddress } = splitName(text)
  // With a short head, the word before the key is cut together with the head.
  const headTo = wordStart > maxWholeHead ? wordStart : keyStart
  // In an RTL line the trailing space would move to the other side.
  const headEnd = isAddress ? text.slice(0, headTo).trimEnd().length : headTo
  // No word between head and key; the space before the key stays with it.
  const wordEnd = headTo === keyStart ? headEnd : keyStart
  const part = (from: number, to: number) => (
    <MatchedText text={text.slice(from, to)} matchRanges={shiftRanges(matchRanges, from, to)} />
  )
  if (keyStart === text.length) return <span className="block min-w-0 truncate">{part(0, keyStart)}</span>
  const canHeadVanish = headTo > maxWholeHead
  const start = (
    <>
      <span className={canHeadVanish ? vanishedEllipsis : 'shrink-0'}>
        <span
          className={`block ${cutClass} ${canHeadVanish ? vanishingClass : ''} ${isAddress ? '[direction:rtl]' : ''}`}
        >
          <bdi dir="ltr">{part(0, headEnd)}</bdi>
        </span>
      </span>
      <span className={`${wordAndKeyClass} ${canHeadVanish ? 'max-w-[calc(100%-0.7em)] shrink-0' : 'min-w-0'}`}>
        <span className="max-w-full whitespace-pre">{part(headEnd, wordEnd)}</span>
        <span className={`max-w-full shrink-0 ${cutClass}`}>{part(wordEnd, keyEnd)}</span>
      </span>
    </>
  )
  if (keyEnd === text.length)
    return (
      <span className="flex min-w-0" title={text}>
        {start}
      </span>
    )
  return (
    <span className="flex min-w-0" title={text}>
      <span className="flex max-w-full shrink-0">{start}</span>
      <span className="min-w-0">
        <span className={`block ${cutClass} ${vanishingTail}`}>{part(keyEnd, text.length)}</span>
      </span>
    </span>
  )
}

const cutClass = 'overflow-hidden text-ellipsis whitespace-pre'
/** A word that doesn't fit before its key wraps to a second line, which is hidden. */
const wordAndKeyClass = 'flex h-[1lh] flex-wrap-reverse content-end overflow-hidden'
/**
 * No width if there isn't room for a letter and the ellipsis, because half a letter at the start of
 * a number looks like a part of it.
 */
const vanishingClass = 'max-w-[max(0px,(100%-1.8em)*1000)]'
/** No width if there isn't room for the space and the ellipsis, which would be cut itself. */
const vanishingTail = 'max-w-[max(0px,(100%-1.3em)*1000)]'
/**
 * The ellipsis of a vanished head, at the start of the line as any other text. The key needs the
 * width of a narrow column, so the ellipsis is small.
 */
const vanishedEllipsis =
  "relative min-w-[0.7em] before:absolute before:left-0 before:max-w-[max(0px,(2.34em-100%)*1000)] before:overflow-hidden before:text-[0.77em] before:content-['…'/'']"
/** A head of up to this many characters is shown whole. */
const maxWholeHead = 3

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
    .map((range) => range.split('-').map((offset) => Math.min(Math.max(Number(offset), from), to) - from))
    .filter(([first = 0, last = 0]) => first < last)
    .map((range) => range.join('-'))
    .join()
}

/**
 * Names in one line, each shortened separately. Those after the first, such as a place, give way
 * before it: their key stays readable, while the first has little to lose.
 */
export function InlineNames({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 ? <span className="shrink-0 whitespace-pre"> · </span> : null}
      <span className={`min-w-0 ${index > 0 ? 'shrink-[9]' : ''}`}>
        <ShortName text={name} />
      </span>
    </Fragment>
  ))
}
