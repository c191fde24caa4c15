import { useEffect, useMemo, useRef, useState } from 'react'
import { useDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { ScopeChoice } from '#app/ui/fields/scope-choice.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { countPages, type PageCount } from '#app/ui/print/count-pages.ts'
import { minFontSize } from '#app/ui/print/fit-columns.ts'
import type { PrintSheet } from '#app/ui/print/print-sheet.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { emptyColumnsChoice, type ListLines, planPrint, type PrintPlan } from './list-print.ts'

/** From this many rows on, a file is offered instead of printing. */
const largePrintFrom = 2000

/** What can be printed of a list. */
export interface PrintableLines {
  readonly all: ListLines
  /** The checked records of the list; null when there are none. */
  readonly checked: ListLines | null
}

interface PrintDialogProps extends PrintableLines {
  title: string
  buildPrint(plan: PrintPlan): PrintSheet
  onClose(): void
  onColumns(): void
  onExcel(): void
  onPrint(printSheet: PrintSheet): void
}

/** Asks before printing a list: shows the number of pages and which columns are printed. */
export function PrintDialog(props: PrintDialogProps) {
  const { title, all, checked, buildPrint, onClose, onColumns, onExcel, onPrint } = props
  const [lines, setLines] = useState(checked ?? all)
  const [emptyColumns, setEmptyColumns] = useDeviceSetting(emptyColumnsChoice)
  const printButton = useRef<HTMLButtonElement>(null)
  const plan = useMemo(() => planPrint(lines, emptyColumns), [lines, emptyColumns])
  const pageCount = usePageCount(plan, buildPrint)
  return (
    <Dialog
      open
      width="narrow"
      title={`${title} 인쇄`}
      initialFocus={printButton}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          {plan.cutColumns.length > 0 ? <Button onClick={onColumns}>컬럼 관리</Button> : null}
          {lines.rows.length >= largePrintFrom ? <Button onClick={onExcel}>엑셀 내보내기</Button> : null}
          <Button ref={printButton} tone="primary" onClick={() => onPrint(buildPrint(plan))}>
            인쇄
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {checked ? (
          <ScopeChoice
            legend="인쇄할 범위"
            checkedCount={checked.rows.length}
            listCount={all.rows.length}
            areChecked={lines === checked}
            onChosen={(areChecked) => setLines(areChecked ? checked : all)}
          />
        ) : null}
        <p>
          <span role="status" className="tabular font-semibold">
            A4 가로 {pageCount ? formatPages(pageCount) : '쪽수를 세고 있습니다.'}
          </span>
          <span className="block text-ink-2">{buildPrint(plan).subtitleLines[0]}</span>
        </p>
        {plan.cutColumns.length > 0 ? <CutColumnsNote labels={plan.cutColumns} /> : null}
        {plan.empty.length > 0 ? (
          <label className="flex items-start gap-2 coarse:min-h-11">
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-primary coarse:size-5"
              checked={emptyColumns === 'kept'}
              onChange={(event) => setEmptyColumns(event.target.checked ? 'kept' : 'left-out')}
            />
            <span>
              내용이 없는 컬럼 {plan.empty.length}개도 인쇄
              <span className="block text-label text-ink-2">{plan.empty.join(', ')}</span>
            </span>
          </label>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Null while the pages are being counted. */
function usePageCount(plan: PrintPlan, buildPrint: (plan: PrintPlan) => PrintSheet): PageCount | null {
  const [counted, setCounted] = useState<{ plan: PrintPlan; count: PageCount } | null>(null)
  const latest = useLatest(buildPrint)
  useEffect(() => {
    let isStale = false
    void countPages(latest()(plan)).then((count) => isStale || setCounted({ plan, count }))
    return () => {
      isStale = true
    }
  }, [latest, plan])
  return counted?.plan === plan ? counted.count : null
}

function formatPages({ pages, isEstimate }: PageCount): string {
  return `${isEstimate ? '약 ' : ''}${formatNumber(pages)}쪽`
}

function CutColumnsNote({ labels }: { labels: readonly string[] }) {
  return (
    <div className="flex flex-col gap-1">
      <p>
        가장 작은 글자({minFontSize}pt)로도 A4 가로에 다음 {labels.length}개 컬럼은 들어가지 않아 인쇄되지 않습니다.
      </p>
      <p className="text-label text-ink-2">{labels.join(', ')}</p>
      <p>인쇄할 컬럼은 컬럼 관리에서 선택할 수 있습니다.</p>
    </div>
  )
}
