import { collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import type { Book } from '#contract/books/field.ts'
import { type UploadResponse, uploadResponseSchema } from '#contract/chat/calls.ts'
import { chatLimits, chatPaths } from '#contract/chat/chat-texts.ts'
import { problem } from '#contract/problem.ts'
import { importLimits } from '#contract/records/excel-import.ts'
import { formatInstant } from '#contract/records/values.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { AttachedTable } from '#domain/chat/knowledge.ts'
import { countReplaced, createVault, hideSecrets, type Vault } from '#domain/chat/secrets/secrets.ts'
import { isImportable } from '#domain/sheets/record-sheet.ts'
import type { App, Deps } from '#server/deps.ts'
import { resolveTitleKeys } from '#server/documents/import/header-row.ts'
import { readUpload, type Upload } from '#server/documents/read-upload.ts'
import { readWorkbook } from '#server/documents/xlsx/read-workbook.ts'
import type { SheetHead } from '#server/documents/xlsx/sheet.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { identifyFileOwner, saveChatFile, startFileSweep } from './chat-files.ts'
import { countTitles, readChatText, toTable } from './to-table.ts'

/** The office's imports that know these titles, best match first. */
function findFittingImports(titles: readonly string[]): UploadResponse['imports'] {
  return collectionNames
    .flatMap((collection) => {
      const book: Book = mirroredCollections[collection]
      const knownCount = countKnownTitles(book, titles)
      return knownCount < 2 ? [] : [{ collection, label: book.label, href: buildImportLink(book), knownCount }]
    })
    .toSorted((a, b) => b.knownCount - a.knownCount)
    .slice(0, maxImports)
    .map(({ collection, label, href }) => ({ collection, label, href }))
}

const maxImports = 3

/**
 * The number of known titles; none without the required field, because the import would refuse the
 * sheet.
 */
function countKnownTitles(book: Book, titles: readonly string[]): number {
  if (book.isPart === true || book.creatableBy === 'visitor' || book.creatableBy === 'server') return 0
  const fields = book.fields.filter(isImportable)
  const needed = fields.find(({ required }) => required) ?? fields[0]
  if (needed === undefined) return 0
  const knownKeys = resolveTitleKeys(titles, { book, requiredKey: needed.key }).filter((key) => key !== null)
  return knownKeys.includes(needed.key) ? knownKeys.length : 0
}

function buildImportLink({ screen: { path, search } }: Book): string {
  // The screen opens the file that this page still holds (app/records/excel/send-workbook.ts).
  return `${path}?${new URLSearchParams({ ...search, import: 'handed' }).toString()}`
}

/**
 * `POST /api/chat/upload/` (multipart `file`), for visitors too: describes a sheet or a text and
 * returns the id by which later questions refer to it.
 */
export function chatUploadRoutes(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: chatPaths.upload,
    schema: {
      tags: ['채팅'],
      summary: '파일 첨부하기',
      consumes: ['multipart/form-data'],
      response: { 200: uploadResponseSchema },
    },
    config: { rateLimit: { max: chatLimits.questionsPerMinute, timeWindow: '1 minute' } },
    handler: async (request): Promise<UploadResponse> => {
      const upload = await readUpload(request)
      const { type, table, sheets } = await readFile(upload)
      const owner = identifyFileOwner(request, deps.officeKeys)
      const { id, expiresAt } = await saveChatFile(deps, { owner, table })
      return {
        ...describeTable(table, type, sheets),
        file_id: id,
        expires_at: formatInstant(expiresAt.getTime()),
        imports:
          type === 'excel' && request.user?.isStaff === true
            ? findFittingImports(table.columns.map(({ name }) => name))
            : [],
      }
    },
  })
  let stopSweep: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    stopSweep = startFileSweep(app.log, deps)
  })
  app.addHook('onClose', async () => await stopSweep?.())
}

type FileKind = UploadResponse['info']['type']

interface ParsedFile {
  readonly type: FileKind
  readonly table: AttachedTable
  /** The sheets of a workbook. */
  readonly sheets: readonly { readonly name: string; readonly is_read: boolean }[]
}

async function readFile({ file, fields }: Upload): Promise<ParsedFile> {
  const name = file.name.normalize('NFC')
  if (/\.txt$/i.test(name)) {
    if (file.bytes.length > chatLimits.textFileBytes)
      throw new HttpProblem(problem('too_large', { message: tooLongText }))
    return { type: 'text', table: await toTable(name, readChatText(file.bytes)), sheets: [] }
  }
  if (!/\.xlsx?$/i.test(name)) throw new HttpProblem(problem('unsupported_file', { message: unsupportedKind }))
  let sheets: ParsedFile['sheets'] = []
  const choose = (heads: readonly SheetHead[]) => {
    const index = chooseSheet(heads, fields['sheet'])
    sheets = heads.length < 2 ? [] : heads.map((head, position) => ({ name: head.name, is_read: position === index }))
    return index
  }
  const workbook = await readWorkbook(file, importLimits, { chooseSheet: choose })
  if ('refused' in workbook) throw new HttpProblem(workbook.refused)
  if (workbook.sheet.isCut) throw new HttpProblem(problem('too_large', { message: tooManyRows }))
  return { type: 'excel', table: await toTable(name, workbook.sheet.rows), sheets }
}

/** The sheet requested by its displayed name, otherwise the first with the most titles. */
function chooseSheet(heads: readonly SheetHead[], sheetName: string | undefined): number {
  const titles = heads.map((head) => countTitles(head))
  const index =
    sheetName === undefined ? titles.indexOf(Math.max(...titles)) : hideSheetSecrets(heads).indexOf(sheetName)
  if (index < 0) throw new HttpProblem(problem('invalid_request', { fields: { sheet: '없는 시트입니다.' } }))
  return index
}

/** Names of sheets with secrets replaced. */
function hideSheetSecrets(sheets: readonly { readonly name: string }[], vault = createVault()): readonly string[] {
  return sheets.map(({ name }) => hideSecrets(name, vault))
}

const unsupportedKind = '엑셀 파일(.xlsx, .xls)과 텍스트 파일(.txt)만 업로드 가능합니다.'
const tooLongText = '텍스트 파일의 크기는 1MB 이하여야 합니다.'
const tooManyRows = `파일 하나는 ${formatNumber(importLimits.maxRows)}행까지 읽을 수 있습니다. 여러 파일로 나누어 올려 주세요.`

const previewRows = 20
/** Maximum letters per previewed cell. */
const previewLetters = 500

/** The description shown to people: secrets in titles and cells are replaced. */
function describeTable(table: AttachedTable, type: FileKind, sheets: ParsedFile['sheets']) {
  const { name, columns, rows, totals = 0 } = table
  const vault = createVault()
  // Replaced first, so that a sheet gets the same displayed name when it is requested later.
  const names = hideSheetSecrets(sheets, vault)
  const shownSheets = sheets.map((sheet, index) => ({ ...sheet, name: names[index] ?? '' }))
  const shownName = hideSecrets(name, vault)
  const shownColumns = columns.map((column) => ({ ...column, name: hideSecrets(column.name, vault) }))
  const preview = rows
    .slice(0, previewRows)
    .map((row) => row.map((cell, index) => hideCellSecrets(vault, columns[index]?.name ?? '', cell)))
  const size = `${formatNumber(rows.length)}행 ${formatNumber(columns.length)}열`
  const totalsNote = totals > 0 ? ` 합계·소계 ${formatNumber(totals)}행은 계산에서 뺍니다.` : ''
  const message = `‘${shownName}’ 파일을 읽었습니다. ${size}입니다.${totalsNote}${formatSheetNote(shownSheets)}`
  return {
    message,
    info: { type, name: shownName, sheets: shownSheets, rows: rows.length, columns: shownColumns, preview },
    replaced: countReplaced(vault),
  }
}

function formatSheetNote(sheets: ParsedFile['sheets']): string {
  const otherNames = sheets.filter((sheet) => !sheet.is_read).map(({ name }) => name)
  const readSheet = sheets.find((sheet) => sheet.is_read)
  if (readSheet === undefined || otherNames.length === 0) return ''
  const named = otherNames.slice(0, maxNamedSheets).join(', ')
  const more = otherNames.length > maxNamedSheets ? ` 외 ${otherNames.length - maxNamedSheets}개` : ''
  return ` ‘${readSheet.name}’ 시트만 읽었고, 다른 시트(${named}${more})는 읽지 않았습니다.`
}

const maxNamedSheets = 5

/** Replaces secrets in a cell, considering its title, which may identify the digits (계좌번호). */
function hideCellSecrets(vault: Vault, title: string, cell: string | number | null): string | number | null {
  if (cell === null) return null
  const text = cutPreview(String(cell))
  const start = `${title.replace(/[\d⟦⟧]/g, '')}: `
  const hidden = hideSecrets(`${start}${text}`, vault)
  const ownText = hidden.startsWith(start) ? hidden.slice(start.length) : hideSecrets(text, vault)
  return ownText === String(cell) ? cell : ownText
}

/** Never cuts through a number: half of one would not be recognized. */
function cutPreview(text: string): string {
  return text.length <= previewLetters
    ? text
    : `${text.slice(0, previewLetters).replace(/(?<![\d\s.-])[\d\s.-]+$/, '')}…`
}
