import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { ListLines } from './list-paper.ts'

/** Rows of one page where every one is a single line, in the usual letters. */
const rowsOnPage = 34

interface LengthQuestionProps {
  count: number
  onClose(): void
  onExcel(): void
  onPrint(): void
}

/** Very many rows: how many pages they are at least, and a file instead. */
export function LengthQuestion({ count, onClose, onExcel, onPrint }: LengthQuestionProps) {
  const pages = Math.ceil(count / rowsOnPage)
  return (
    <Dialog
      open
      width="narrow"
      title={`${count.toLocaleString('ko-KR')}건을 인쇄하시겠습니까?`}
      description={`A4 가로로 적어도 ${pages.toLocaleString('ko-KR')}쪽이며, 긴 내용이 있으면 더 늘어납니다.`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          <Button onClick={onExcel}>엑셀 내보내기</Button>
          <Button tone="primary" onClick={onPrint}>
            인쇄
          </Button>
        </>
      }
    />
  )
}

interface ColumnsQuestionProps {
  lines: ListLines
  /** How many columns fit. */
  fitting: number
  /** The smallest letters, in pt. */
  font: number
  onClose(): void
  onColumns(): void
  onPrint(): void
}

/** More columns than A4 landscape has room for: which of them stay away, or others in the column settings. */
export function ColumnsQuestion({ lines, fitting, font, onClose, onColumns, onPrint }: ColumnsQuestionProps) {
  const left = lines.columns.slice(fitting).map(({ label }) => label)
  return (
    <Dialog
      open
      title="컬럼이 많아 A4 가로에 모두 들어가지 않습니다"
      description={
        <>
          <p>
            가장 작은 글자({font}pt)로도 다음 {left.length}개 컬럼은 들어가지 않습니다.
          </p>
          <p className="mt-2 text-ink">{left.join(', ')}</p>
          <p className="mt-2">인쇄할 컬럼은 컬럼 관리에서 선택할 수 있습니다.</p>
        </>
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          <Button onClick={onColumns}>컬럼 관리</Button>
          <Button tone="primary" onClick={onPrint}>
            들어가는 컬럼만 인쇄
          </Button>
        </>
      }
    />
  )
}
