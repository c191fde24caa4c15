import { josa } from 'es-hangul'
import { describeGoneRecord } from '#app/records/record-book.ts'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { getBook } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { Problem } from '#contract/problem.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatReadable } from '#domain/applications/application.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatWon } from '#domain/money/won.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { listChangedFields } from './entry-state.ts'

/** The entry's action in a word. */
export function describeAction({ kind, changes }: Pick<EntryView, 'kind' | 'changes'>): string {
  const type = kind === 'create' ? changes['media_type']?.new : undefined
  if (typeof type === 'string') return type.startsWith('image/') ? '사진 1장' : '서류 1건'
  return { create: '새로 등록', update: '수정', delete: '삭제' }[kind]
}

/** Why an entry is in this state; null when it simply waits its turn. */
export function explainState(
  entry: Pick<EntryView, 'collection' | 'state' | 'problem' | 'isBlocked' | 'attempts'> &
    Partial<Pick<EntryView, 'kind' | 'isLost' | 'changes'>>,
): string | null {
  const { noun } = getBook(entry.collection)
  switch (entry.state) {
    case 'held_auth':
      return '로그인이 필요합니다. 다시 로그인하면 이어서 전송됩니다.'
    case 'held_version':
      return entry.problem?.message ?? '새 버전으로 업데이트한 뒤 전송됩니다.'
    case 'held_old':
      return '30일이 지난 작업입니다. 지금도 맞는 내용인지 확인한 뒤 다시 보내 주세요.'
    case 'rejected':
    case 'conflict':
      if (entry.problem?.code === 'not_found' && entry.kind === 'delete')
        return `서버에 이 ${josa(noun, '이/가')} 이미 없습니다. 더 보낼 것이 없으니 이 작업을 버려 주세요.`
      if (entry.problem?.code === 'not_found' && entry.isLost)
        return `서버가 백업에서 복원되면서 이 ${josa(noun, '와/과')} 그 수정이 서버에서 사라졌습니다.`
      if (entry.problem?.code === 'not_found') return describeGoneRecord(entry.collection)
      if (entry.problem?.code === 'restored')
        return `서버가 백업에서 복원되면서 이 ${lostNames[entry.kind ?? 'update']} 서버에서 사라졌습니다. 다시 보내거나 버릴 수 있습니다.`
      return entry.problem
        ? formatRefusal(
            entry.problem,
            listChangedFields({ changes: {}, ...entry }).map(({ key }) => key),
          )
        : '서버가 받아들이지 않았습니다.'
    default:
      if (entry.isBlocked) return `같은 ${noun}의 앞선 작업을 먼저 확인해야 전송됩니다.`
      return entry.problem && entry.attempts > 0 ? describeNotYet(entry.problem) : null
  }
}

const lostNames: Record<EntryView['kind'], string> = { create: '등록이', update: '수정이', delete: '삭제가' }

function describeNotYet({ code }: Problem): string {
  const savedText = '입력한 내용은 이 기기에 있으며, 자동으로 다시 보냅니다.'
  if (code === 'storage_full')
    return `서버의 저장 공간이 가득 차 아직 저장하지 못했습니다. ${savedText} 최고관리자에게 알려 주세요.`
  if (code === 'unavailable') return `서버가 준비 중이어서 아직 저장하지 못했습니다. ${savedText}`
  return `서버가 아직 받지 못했습니다. ${savedText}`
}

/** Name of a referenced record; undefined when this device doesn't know it. */
export type NameOf = (collection: string, id: string) => string | undefined

/** A value as users write it; an empty one reads 비어 있음. */
export function formatEntryValue(field: Field | undefined, value: FieldValue, nameOf: NameOf): string {
  if (value === null || value === '') return '비어 있음'
  if (!field) return String(value)
  switch (field.kind) {
    case 'won':
      return typeof value === 'number' ? `${formatWon(value)}원` : String(value)
    case 'number':
      return formatNumber(Number(value), field.scale ?? 4)
    case 'date':
      return formatDay(String(value))
    case 'flag':
      return value === true ? '예' : '아니요'
    case 'enum':
      return field.choices?.find((choice) => choice.value === value)?.label ?? String(value)
    case 'reference':
      return nameOf(field.refers?.collection ?? '', String(value)) ?? '이름을 알 수 없는 항목'
    case 'secret':
      return '••••••'
    case 'datetime':
      return formatMoment(String(value))
    case 'text':
      return formatReadable(field.readsAs, String(value))
  }
}
