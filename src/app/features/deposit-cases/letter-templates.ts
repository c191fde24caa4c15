import { formatRefusal } from '#app/session/format-refusal.ts'
import { type ServerAction, useServerAction } from '#app/session/server-action.ts'
import { useLastResponse } from '#app/session/server-query.ts'
import { getOffice } from '#app/ui/office/office-profile.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { changeLines, insertText, type TextCommand } from '#app/ui/text-editing/text-edit.ts'
import type { TextTool } from '#app/ui/text-editing/text-toolbar.tsx'
import {
  type LetterTemplate,
  letterTemplateListSchema,
  letterTemplatePath,
} from '#contract/deposit-cases/deposit-cases.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { fillLetterTexts, type LetterTexts, mergeLetterValues } from '#domain/deposit-cases/letter-fields.ts'
import { findLevel, formatMarker, splitLetterLines, tablePlaceholder } from '#domain/deposit-cases/letter-text.ts'

export interface LetterTemplates {
  /**
   * By name; empty until first read. Cached on the device so that a letter can be started offline;
   * templates contain no personal data.
   */
  readonly all: readonly LetterTemplate[]
  /** Saves a new template (version 0) or the next version. A refusal is shown to the user. */
  readonly save: ServerAction<TemplateTexts, LetterTemplate>
  readonly remove: ServerAction<LetterTemplate, unknown>
}

export type TemplateTexts = Pick<LetterTemplate, 'id' | 'version' | 'name' | 'title' | 'content'>

/** Templates 서식 of the office's letters. */
export function useLetterTemplates(): LetterTemplates {
  const toast = useToast()
  const { data } = useLastResponse(letterTemplatePath, listSchema, { queryKey, staleTime: 10_000, isStored: true })
  const save = useServerAction({
    send(api, { id, version, name, title, content }: TemplateTexts) {
      const texts = { id, name: name.trim(), title: title.trim(), content: content.trimEnd() }
      const call =
        version === 0
          ? api.post(letterTemplatePath, { json: texts })
          : api.put(letterTemplatePath, { json: { ...texts, version } })
      return call.json<LetterTemplate>()
    },
    done: '서식이 저장되었습니다.',
    onRefusal: (problem) => toast.error('서식 저장 실패', { description: formatRefusal(problem) }),
    refetches: [queryKey],
    refetchesAlways: true,
  })
  const remove = useServerAction({
    send: (api, { id, version }: LetterTemplate) => api.delete(letterTemplatePath, { json: { id, version } }),
    done: '서식이 삭제되었습니다.',
    onRefusal: ({ message }) => toast.error('서식 삭제 실패', { description: message }),
    refetches: [queryKey],
    refetchesAlways: true,
  })
  return { all: data ?? [], save, remove }
}

const queryKey = ['letter-templates']
const listSchema = letterTemplateListSchema.transform(({ results }) => results)

type LetterRow = Pick<SourceRow, 'record'>

/** Placeholder values from the cases of a letter. */
export function buildLetterValues(rows: readonly LetterRow[]): ReadonlyMap<string, string> {
  return mergeLetterValues(listRecords(rows), buildContext())
}

/** A text with the values of these cases filled in. */
export function fillTemplate(texts: LetterTexts, rows: readonly LetterRow[]): LetterTexts {
  return fillLetterTexts(texts, listRecords(rows), buildContext())
}

const listRecords = (rows: readonly LetterRow[]) => rows.map(({ record }) => record)

const buildContext = () => ({ today: getOfficeToday(), office: getOffice() })

/**
 * Tools for the four common item levels, the enclosures, and the table of owners and properties.
 */
export const letterTools: readonly TextTool[] = [
  ...[0, 1, 2, 3].map((level) => ({
    label: `${formatMarker(level, 1)} 항목`,
    icon: formatMarker(level, 1),
    run: toggleListItems(level),
  })),
  { label: '붙임', icon: '붙임', run: addEnclosures },
  { label: '소유자·부동산 표 넣기', icon: '표', run: insertText(tablePlaceholder, { isBlock: true }) },
]

/**
 * Makes the selected lines items of a level, with numbers that continue those above. If all of them
 * already are, removes the markers.
 */
export function toggleListItems(level: number): TextCommand {
  return changeLines((lines, before) => {
    const isItem = (line: string) => findLineLevel(line) === level
    const filled = lines.filter((line) => line.trim() !== '')
    if (filled.length > 0 && filled.every(isItem)) return lines.map(stripMarker)
    const result: string[] = []
    for (const line of lines) {
      const isBlank = line.trim() === '' && lines.length > 1
      result.push(
        isBlank ? line : `${formatMarker(level, nextItemNumber(level, [...before, ...result]))} ${stripMarker(line)}`,
      )
    }
    return result
  })
}

/** Next item number: one more than the items of this level since the last higher level. */
function nextItemNumber(level: number, before: readonly string[]): number {
  let count = 1
  for (const line of before.toReversed()) {
    const other = findLineLevel(line)
    if (other >= 0 && other < level) break
    if (other === level) count += 1
  }
  return count
}

function findLineLevel(line: string): number {
  return findLevel(splitLetterLines(line)[0]?.marker.trim() ?? '')
}

function stripMarker(line: string): string {
  return findLineLevel(line) < 0 ? line.trimStart() : (splitLetterLines(line)[0]?.text ?? '')
}

/** Adds enclosures at the end, below a blank line. */
function addEnclosures(text: string): ReturnType<TextCommand> {
  const body = text.trimEnd()
  const attachment = `${body === '' ? '' : '\n\n'}붙임  1.  1부.`
  const caret = body.length + attachment.length - ' 1부.'.length
  return { from: body.length, to: text.length, text: attachment, select: [caret, caret] }
}
