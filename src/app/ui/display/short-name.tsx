import { Fragment } from 'react'
import { FoundText } from '../data-table/cells/found-text.tsx'

interface ShortNameProps {
  text: string
  /** Search matches to highlight, as encoded by `matchRanges`. */
  found?: string | undefined
}

/**
 * A name cut in the middle when space is short, because names of road sections differ at the end.
 * Several lines become one.
 */
export function ShortName({ text: fullText, found = '' }: ShortNameProps) {
  // Has the same length, so the positions of the matches stay valid.
  const text = fullText.replaceAll('\n', ' ')
  const end = findNameEnd(text)
  const endStart = text.length - end.length
  if (end === '')
    return <span className="block min-w-0 truncate">{found ? <FoundText text={text} found={found} /> : text}</span>
  return (
    <span className="flex min-w-0" title={text}>
      <span className="overflow-hidden text-ellipsis whitespace-pre">
        <MatchedText text={text.slice(0, endStart)} found={shiftRanges(found, 0, endStart)} />
      </span>
      <span className="max-w-full shrink-0 overflow-hidden text-ellipsis whitespace-pre">
        <MatchedText text={end} found={shiftRanges(found, endStart, text.length)} />
      </span>
    </span>
  )
}

function MatchedText({ text, found }: { text: string; found: string }) {
  return found ? <FoundText text={text} found={found} /> : text
}

/** The matches within a part of the text, relative to the start of that part. */
function shiftRanges(found: string, from: number, to: number): string {
  return found
    .split(',')
    .map((range) => range.split('-').map((at) => Math.min(Math.max(Number(at), from), to) - from))
    .filter(([first = 0, last = 0]) => first < last)
    .map((range) => range.join('-'))
    .join()
}

/** Names in one line, each shortened separately. */
export function InlineNames({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 ? <span className="shrink-0 whitespace-pre"> · </span> : null}
      <ShortName text={name} />
    </Fragment>
  ))
}

/** Maximum length of an end that is kept whole, in characters. */
const maxEndLength = 12

/**
 * The end of a name that stays visible when the name is cut, because it distinguishes the name from
 * similar ones. It starts at the first word containing a digit that gives a short enough end
 * (`가온지구 제1공구` → `제1공구`), else it is the last word. Empty when the end may be cut.
 */
export function findNameEnd(name: string): string {
  const ends = [...name.matchAll(/제?\d+|(?<=\s)\S/g)]
    .map(({ index }) => name.slice(index))
    .filter((end) => end.length <= maxEndLength && end.length < name.length)
  return ends.find(startsNumbered) ?? ends.find((end) => !end.includes(' ')) ?? ''
}

/** Whether its first word contains a digit. */
function startsNumbered(end: string): boolean {
  return /^\S*\d/.test(end)
}
