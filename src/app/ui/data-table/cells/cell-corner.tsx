import type { CellMark } from '#contract/records/row-source.ts'

/**
 * `unsaved` waits for 저장 and isn't in the outbox. `keeping` is being written to the outbox and
 * would be lost if the machine failed.
 */
export type ShownMark = CellMark['state'] | 'unsaved' | 'keeping'

/** The coloured corner mark of a value, with its meaning as text for screen readers. */
export function Corner({ mark }: { mark: ShownMark }) {
  return (
    <>
      <CornerMark mark={mark} />
      <span className="sr-only">, {markWords[mark]}</span>
    </>
  )
}

/** Only the mark, for places that show the text themselves. */
export function CornerMark({ mark }: { mark: ShownMark }) {
  return (
    <span
      aria-hidden
      data-mark={mark}
      className={`absolute top-0 right-0 size-0 border-t-8 border-l-8 border-l-transparent ${colourOf(mark)}`}
    />
  )
}

function colourOf(mark: ShownMark): string {
  if (mark === 'refused' || mark === 'conflict') return 'border-t-seal'
  return mark === 'keeping' ? 'border-t-ink-3' : 'border-t-primary'
}

export const markWords: Readonly<Record<ShownMark, string>> = {
  unsaved: '저장 전',
  keeping: '저장 중',
  queued: '전송 대기',
  sending: '전송 중',
  held: '전송 보류',
  refused: '확인 필요',
  conflict: '다른 사람의 수정과 겹침',
}
