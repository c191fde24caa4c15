import { Plus, Trash2 } from 'lucide-react'
import { unitLandDescription } from '#contract/books/unit-parts.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { newId } from '#mirror/new-id.ts'
import { textOfField } from '#app/records/form/field-text.ts'
import { readDraft, type RecordDraft } from '#app/records/form/record-draft.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useLineFocus } from '#app/ui/use-line-focus.ts'

/** A land as it is being typed. */
export interface LandDraft {
  readonly id: string
  readonly texts: RecordDraft
}

/** What is wrong, by id of the land and key of its field. */
export type LandFaults = Readonly<Record<string, Readonly<Record<string, string>>>>

const typedKeys: readonly string[] = ['address', 'land_kind', 'area']
const typedFields: readonly Field[] = unitLandDescription.fields.filter(({ key }) => typedKeys.includes(key))

export function draftOfLand(record: AnyRecord): LandDraft {
  const texts = typedFields.map((field) => [field.key, textOfField(field, record[field.key] ?? null)] as const)
  return { id: record.id, texts: Object.fromEntries(texts) }
}

/** What the lands stand for, in their order, or what is wrong with which. */
export function readLands(lands: readonly LandDraft[], today: string) {
  const read = lands.map(({ id, texts }) => ({ id, ...readDraft(typedFields, texts, { today }) }))
  const wrong = read.filter(({ errors }) => Object.keys(errors).length > 0)
  return {
    wanted: read.map(({ id, values }, at): { id: string; fields: Record<string, FieldValue> } => ({
      id,
      fields: { ...values, place: at + 1 },
    })),
    faults: Object.fromEntries(wrong.map(({ id, errors }) => [id, errors])) as LandFaults,
  }
}

interface LandLinesProps {
  lands: readonly LandDraft[]
  faults: LandFaults
  onChange(lands: readonly LandDraft[]): void
  /** A land was added or removed. */
  onDecided(lands: readonly LandDraft[]): void
  onLeft?(): void
}

/** 대지권의 목적인 토지, one line each, in the order in which they are printed. */
export function LandLines({ lands, faults, onChange, onDecided, onLeft }: LandLinesProps) {
  const { list, willAdd, willRemove } = useLineFocus()

  function type(id: string, key: string, text: string) {
    onChange(lands.map((land) => (land.id === id ? { id, texts: { ...land.texts, [key]: text } } : land)))
  }

  return (
    <div ref={list} className="flex flex-col gap-3">
      {lands.length === 0 ? <p className="text-ink-2">적어 둔 토지가 없습니다.</p> : null}
      {lands.map(({ id, texts }, at) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Hears that its fields are left; it is none itself.
        <fieldset
          key={id}
          data-line
          aria-label={`토지 ${at + 1}`}
          onBlur={({ target }) => target instanceof HTMLInputElement && onLeft?.()}
          className="flex min-w-0 flex-wrap items-start gap-2"
        >
          {typedFields.map((field) => (
            <div
              key={field.key}
              className={field.key === 'address' ? 'min-w-48 flex-1' : field.kind === 'number' ? 'w-30' : 'w-20'}
            >
              <TextField
                label={field.label}
                isRequired={field.required === true}
                value={texts[field.key] ?? ''}
                error={faults[id]?.[field.key]}
                maxLength={field.maxLength}
                {...(field.kind === 'number' && { inputMode: 'decimal', className: 'text-right tabular-nums' })}
                onValue={(text) => type(id, field.key, text)}
              />
            </div>
          ))}
          <div className="pt-6">
            <IconButton
              label={`토지 ${at + 1} 삭제`}
              icon={<Trash2 size={16} strokeWidth={1.5} />}
              isDestructive
              onClick={() => {
                willRemove(at)
                onDecided(lands.filter((land) => land.id !== id))
              }}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={14} strokeWidth={1.5} aria-hidden />}
          onClick={() => {
            willAdd(lands.length)
            onDecided([...lands, { id: newId(), texts: {} }])
          }}
        >
          토지 추가
        </Button>
      </div>
    </div>
  )
}
