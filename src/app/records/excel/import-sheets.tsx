import type { ImportReport } from '#contract/records/excel-import.ts'
import { Select } from '#app/ui/fields/select.tsx'

interface ImportSheetsProps {
  report: ImportReport
  /** Sheets already imported from this file. */
  imported: readonly string[]
  onSheet(name: string): void
}

/**
 * Shows which sheet of a workbook was read and which are left, and lets the user choose another.
 */
export function ImportSheets({ report: { sheets }, imported, onSheet }: ImportSheetsProps) {
  const read = sheets.find((sheet) => sheet.is_read)
  if (sheets.length < 2 || read === undefined) return null
  const others = sheets.filter(({ name, is_read }) => !is_read && !imported.includes(name))
  const waiting = others.filter((sheet) => sheet.has_titles)
  const sheetSuffix = ({ name, has_titles: hasTitles }: (typeof sheets)[number]) => {
    if (imported.includes(name)) return ' (가져옴)'
    return hasTitles ? '' : ' (제목 없음)'
  }
  return (
    <div className="flex flex-col gap-1">
      <Select
        label="시트"
        value={read.name}
        choices={sheets.map((sheet) => ({ value: sheet.name, label: `${sheet.name}${sheetSuffix(sheet)}` }))}
        onValue={onSheet}
      />
      {waiting.length > 0 ? (
        <p role="status" className="text-label text-warn">
          ‘{read.name}’ 시트만 읽었습니다. 제목이 같은 다른 시트({namesOf(waiting)})는 이 시트를 가져온 뒤 이어서
          확인합니다.
        </p>
      ) : null}
      {waiting.length === 0 && others.length > 0 ? (
        <p className="text-label text-ink-2">다른 시트({namesOf(others)})는 읽지 않았습니다.</p>
      ) : null}
    </div>
  )
}

/** The next sheet to check after these; null when none is left. */
export function nextSheet({ sheets }: ImportReport, imported: readonly string[]): string | null {
  return sheets.find(({ name, has_titles }) => has_titles && !imported.includes(name))?.name ?? null
}

const namedSheets = 5

function namesOf(sheets: ImportReport['sheets']): string {
  const more = sheets.length > namedSheets ? ` 외 ${sheets.length - namedSheets}개` : ''
  return `${sheets
    .slice(0, namedSheets)
    .map(({ name }) => name)
    .join(', ')}${more}`
}
