import type { SourceRow } from '#contract/records/row-source.ts'
import { stoppedWord } from '#domain/retention/stopped-texts.ts'
import { CornerMark, markLabels, type ShownMark } from '../data-table/cells/cell-corner.tsx'
import { findMatchRanges, type MatchFinder } from '../data-table/cells/cell-matches.ts'
import { FoundText } from '../data-table/cells/found-text.tsx'
import { buildCellLook, type CellLook } from '../data-table/cells/table-cell.tsx'
import type { Column } from '../data-table/data-table-props.ts'
import type { PendingRow } from '../data-table/pending/pending-cells-types.ts'
import { getRowMark } from '../data-table/rows/row-state.ts'
import { Badge } from '../display/badge.tsx'
import { ShortName } from '../display/short-name.tsx'
import type { CardShape } from './card-shape.ts'

interface CardFaceProps {
  row: SourceRow
  shape: CardShape
  /** Every column of the list; edits of fields not shown on the card are marked on it too. */
  columns: readonly Column[]
  pending: PendingRow
  finder: MatchFinder
}

/** The content of a card, each value as its table cell shows it. */
export function CardFace({ row, shape, columns, pending, finder }: CardFaceProps) {
  const computeLook = (column: Column) => buildCellLook(column, row, pending)
  const mark = findHeaviestMark(columns.map((column) => computeLook(column).mark))
  const recordMark = getRowMark(row)
  const isAttentionNeeded = mark === 'refused' || mark === 'conflict'
  const state = shape.state && computeLook(shape.state)
  return (
    <>
      {recordMark ? <span aria-hidden className={`absolute inset-y-0 left-0 w-[3px] ${recordMark.color}`} /> : null}
      <span className="flex min-w-0 items-center gap-2 leading-[22px]">
        <span className="min-w-0 shrink truncate text-[15px] font-semibold text-ink">
          <CardValue
            column={shape.title}
            computeLook={computeLook}
            finder={finder}
            empty={state?.text || '(비어 있음)'}
          />
        </span>
        {shape.note ? (
          <span className="min-w-8 flex-1 shrink-[4] truncate text-table text-ink-2">
            <CardValue column={shape.note} computeLook={computeLook} finder={finder} />
          </span>
        ) : (
          <span className="flex-1" />
        )}
        {row.stopped ? <Badge tone="danger">{stoppedWord}</Badge> : null}
        {isAttentionNeeded ? <Badge tone="danger">확인 필요</Badge> : null}
        {state?.text ? <Badge tone={state.badge ?? 'plain'}>{state.text}</Badge> : null}
      </span>
      <PlaceLine shape={shape} computeLook={computeLook} finder={finder} />
      <span className="flex h-5 min-w-0 items-baseline gap-3 text-table">
        {shape.foot.map((column, index) => {
          const shownColumn = index === 0 && shape.otherDay && computeLook(column).text === '' ? shape.otherDay : column
          return <Figure key={column.key} column={shownColumn} look={computeLook(shownColumn)} isLast={index === 1} />
        })}
      </span>
      {mark ? <CornerMark mark={mark} /> : null}
      {mark || recordMark ? (
        <span className="sr-only">
          , {[mark ? markLabels[mark] : '', recordMark?.text ?? ''].filter(Boolean).join(', ')}
        </span>
      ) : null}
    </>
  )
}

/**
 * Section and place, separated if there are both. The ends of a route are never without their
 * arrow.
 */
function PlaceLine({ shape, ...valueProps }: Omit<CardValueProps, 'column' | 'empty'> & { shape: CardShape }) {
  const { section, place, isRoute } = shape
  const [isSectionEmpty, isPlaceEmpty] = [section, place].map(
    (column) => !column || valueProps.computeLook(column).text === '',
  )
  const isSeparated = isRoute ? !(isSectionEmpty && isPlaceEmpty) : !isSectionEmpty && !isPlaceEmpty
  return (
    <span className="flex h-5 min-w-0 text-table text-ink-2">
      {section && !isSectionEmpty ? (
        <span className="max-w-3/5 min-w-0 shrink-0">
          <CardValue column={section} {...valueProps} />
        </span>
      ) : null}
      {isSeparated ? <span className="shrink-0 whitespace-pre">{isRoute ? ' → ' : ' · '}</span> : null}
      <span className="min-w-0 truncate">{place ? <CardValue column={place} {...valueProps} /> : null}</span>
    </span>
  )
}

interface CardValueProps {
  column: Column
  computeLook(column: Column): CellLook
  finder: MatchFinder
  /** Shown when there is no value. */
  empty?: string
}

function CardValue({ column, computeLook, finder, empty = '' }: CardValueProps) {
  const { text } = computeLook(column)
  const matchRanges = findMatchRanges(column, text, finder)
  if (text === '') return <span className="text-ink-3">{empty}</span>
  if (column.field.truncatesInMiddle) return <ShortName text={text} matchRanges={matchRanges} />
  return matchRanges ? <FoundText text={text} matchRanges={matchRanges} /> : text
}

/** A value at the bottom with its column's name, because a date or amount alone is ambiguous. */
function Figure({ column, look, isLast }: { column: Column; look: CellLook; isLast: boolean }) {
  if (look.text === '') return null
  const unit = column.field.kind === 'won' ? '원' : ''
  const tone = look.tone ? tones[look.tone] : look.isZero ? 'text-ink-3' : 'text-ink'
  return (
    <span className={`flex min-w-0 items-baseline gap-1.5 ${isLast ? 'ml-auto shrink-0 max-w-[60%]' : ''}`}>
      <span className="shrink-0 text-label whitespace-nowrap text-ink-3">{column.label}</span>
      <span
        className={`tabular truncate ${isLast && unit ? 'font-semibold' : ''} ${look.toneText ? 'forced-colors:underline' : ''} ${tone}`}
      >
        {look.text}
        {unit}
        {look.toneText ? <span className="sr-only">, {look.toneText}</span> : null}
      </span>
    </span>
  )
}

const tones = { danger: 'text-danger', good: 'text-good', warn: 'text-warn', info: 'text-info' }

const marksByWeight: readonly ShownMark[] = ['conflict', 'refused', 'held', 'unsaved', 'storing', 'sending', 'queued']

function findHeaviestMark(marks: readonly CellLook['mark'][]): ShownMark | null {
  return marksByWeight.find((weight) => marks.includes(weight)) ?? null
}
