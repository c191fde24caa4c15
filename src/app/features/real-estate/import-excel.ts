import { HTTPError, type KyInstance } from 'ky'
import { problemSchema } from '#contract/problem.ts'
import { importLimits, importReportSchema, type importModes, type ImportReport } from '#contract/real-estate.ts'

/** Why a chosen file cannot be taken, before anything is sent (spec 1 §5); null when it can. */
export function excelFileRefusal(file: { name: string; size: number }): string | null {
  if (!/\.xlsx?$/i.test(file.name.normalize('NFC'))) return '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.'
  if (file.size > importLimits.maxBytes) return '파일 크기는 10MB 이하여야 합니다.'
  return null
}

export type ImportAnswer = { report: ImportReport } | { error: string }

/** Sends the workbook: `dry_run` only checks it, `good_rows` writes the rows without errors (decision 12). */
export async function importExcel(
  api: KyInstance,
  file: File,
  mode: (typeof importModes)[number],
): Promise<ImportAnswer> {
  const body = new FormData()
  // The mode goes first: the server reads the parts in order and decides by it what to do with the file.
  body.append('mode', mode)
  body.append('file', file)
  try {
    const answer = await api.post('/api/mysql/realestate/import_excel/', { body, timeout: 120_000, retry: 0 }).json()
    return { report: importReportSchema.parse(answer) }
  } catch (error) {
    return { error: await reasonOf(error) }
  }
}

/** The server's own Korean sentence where it gave one. */
export async function reasonOf(error: unknown): Promise<string> {
  if (!(error instanceof HTTPError)) return '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.'
  const problem = problemSchema.safeParse(error.data)
  return problem.success ? problem.data.message : '알 수 없는 오류'
}
