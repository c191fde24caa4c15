import type { ReactNode } from 'react'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'

interface SheetLine {
  rank: string
  purpose: string
  receipt: string
  holder: string
  /** A cancelled entry is struck through in red, as the register prints it. */
  isCancelled?: true
}

const ownership: readonly SheetLine[] = [
  { rank: '1', purpose: '소유권보존', receipt: '2019년3월8일 제1042호', holder: '소유자 김가온' },
  { rank: '2', purpose: '소유권이전', receipt: '2026년5월4일 제2817호', holder: '소유자 박새론' },
]

const otherRights: readonly SheetLine[] = [
  {
    rank: '1',
    purpose: '근저당권설정',
    receipt: '2019년3월8일 제1043호',
    holder: '근저당권자 해든은행',
    isCancelled: true,
  },
  { rank: '2', purpose: '1번근저당권설정등기말소', receipt: '2026년5월4일 제2816호', holder: '해지' },
]

/**
 * A sheet of a land register after the office's work: sold, the old mortgage cancelled on the same
 * day, sealed. Made of text, decorative and hidden from screen readers; people and places are
 * fictional.
 */
export function RegisterSheet({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={`relative break-inside-avoid border-3 border-double border-rule-strong bg-paper-raised px-4 pt-5 pb-10 sm:px-6 ${className}`}
    >
      <p className="text-center font-serif text-lead font-semibold tracking-[0.3em]">등기사항전부증명서</p>
      <p className="mt-1 mb-4 text-center text-label text-ink-3">가람도 솔빛시 해든구 달빛동 123-4</p>
      <Half name="갑" about="소유권에 관한 사항" lines={ownership} />
      <Half name="을" about="소유권 이외의 권리에 관한 사항" lines={otherRights} />
      <span className="absolute right-5 -bottom-4 rotate-3 opacity-90">
        <OfficeMark size={66} isSealed />
      </span>
    </div>
  )
}

function Half({ name, about, lines }: { name: string; about: string; lines: readonly SheetLine[] }) {
  return (
    <div className="mt-4 text-label">
      <p className="border border-rule-strong bg-paper-sunk px-2 py-1 text-center">
        <span className="font-semibold">
          【 {name} <span className="inline-block w-3" /> 구 】
        </span>{' '}
        <span className="text-ink-2">( {about} )</span>
      </p>
      {lines.map((line) => (
        <div key={line.rank} className="grid grid-cols-[26px_1fr_1fr] border border-t-0 border-rule-strong">
          <span className="tabular border-r border-rule-strong py-1.5 text-center">{line.rank}</span>
          <span className="border-r border-rule-strong px-2 py-1.5">
            <Struck isStruck={line.isCancelled === true}>{line.purpose}</Struck>
          </span>
          <span className="px-2 py-1.5 text-ink-2">
            <Struck isStruck={line.isCancelled === true}>
              {line.receipt}
              <br />
              {line.holder}
            </Struck>
          </span>
        </div>
      ))}
    </div>
  )
}

function Struck({ isStruck, children }: { isStruck: boolean; children: ReactNode }) {
  return <span className={isStruck ? 'line-through decoration-seal decoration-[1.5px]' : ''}>{children}</span>
}
