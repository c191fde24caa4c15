import { type AnswerPart, shownRows } from '#contract/chat/answer.ts'
import type { UploadResponse } from '#contract/chat/calls.ts'
import { chatFileKinds, chatPaths } from '#contract/chat/chat-texts.ts'
import type { AttachedFile } from './conversation.ts'
import { readJsonAnswer, readRefusal, sendToServer } from './server-answer.ts'

export type AttachResult =
  | {
      readonly kind: 'done'
      readonly parts: readonly AnswerPart[]
      /** Absent if the file was read but later questions cannot refer to it. */
      readonly file?: AttachedFile
      /** Books it can be imported into. */
      readonly importTargets: readonly string[]
    }
  | {
      readonly kind: 'failed'
      readonly message: string
      /** The file was never sent. */
      readonly isUnsent?: true
    }

export interface FileToAttach {
  readonly file: File
  /** Sheet of a workbook to read; absent: the one with the most known titles. */
  readonly sheet?: string
}

export type Attach = (sentFile: FileToAttach, signal: AbortSignal) => Promise<AttachResult>

/**
 * Uploads a file. Returns its contents as answer parts and its id for later questions. Rejects only
 * if `signal` stopped it.
 */
export async function attachFile({ file, sheet }: FileToAttach, signal: AbortSignal): Promise<AttachResult> {
  const name = file.name.toLowerCase()
  if (!chatFileKinds.some((end) => name.endsWith(end))) return { kind: 'failed', message: otherKind, isUnsent: true }
  const body = new FormData()
  if (sheet !== undefined) body.set('sheet', sheet)
  body.set('file', file, file.name)
  try {
    const response = await sendToServer(chatPaths.upload, { method: 'POST', body, signal })
    if (!response.ok) return { kind: 'failed', message: await readRefusal(response) }
    const payload: unknown = await response.json()
    return isUpload(payload) ? toAttachResult(payload) : toPlainResult(payload)
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: '파일을 보내지 못했습니다. 네트워크를 확인하고 다시 첨부해 주세요.' }
  }
}

const otherKind = '.xlsx, .xls, .txt 파일만 첨부할 수 있습니다.'

/** For a sheet, the first rows from `info` are shown. */
function toAttachResult({ message, info, file_id: id, imports }: UploadResponse): AttachResult {
  const parts: AnswerPart[] = [{ kind: 'text', text: message }]
  if (info.columns.length > 0 && info.preview.length > 0)
    parts.push({
      kind: 'table',
      title: `${info.name} 미리보기`,
      columns: info.columns.map(({ name, type }) => ({ label: name, kind: type === 'empty' ? 'text' : type })),
      rows: info.preview.slice(0, shownRows),
      count: info.rows,
    })
  if (imports.length > 0)
    parts.push({
      kind: 'sources',
      title: '가져오기',
      links: imports.map(({ label, href }) => ({ label: `${label}에서 엑셀 가져오기`, href })),
    })
  const file = { id, name: info.name, ...findReadSheet(info.sheets) }
  return { kind: 'done', parts, file, importTargets: imports.map(({ collection }) => collection) }
}

function findReadSheet(sheets: UploadResponse['info']['sheets'] = []): Pick<AttachedFile, 'sheet'> {
  const readSheet = sheets.find((sheet) => sheet.is_read)
  return readSheet ? { sheet: { name: readSheet.name, all: sheets.map(({ name }) => name) } } : {}
}

/** An answer of another server is shown as is. */
function toPlainResult(payload: unknown): AttachResult {
  const answer = readJsonAnswer(payload)
  return 'failure' in answer
    ? { kind: 'failed', message: answer.failure }
    : { kind: 'done', parts: answer.parts, importTargets: [] }
}

/** A proxy may have answered instead of our server. */
function isUpload(payload: unknown): payload is UploadResponse {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'message' in payload &&
    'file_id' in payload &&
    'info' in payload &&
    typeof payload.info === 'object' &&
    payload.info !== null &&
    'preview' in payload.info &&
    Array.isArray(payload.info.preview)
  )
}
