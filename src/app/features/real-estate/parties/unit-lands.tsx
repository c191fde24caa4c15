import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { unitLandDescription } from '#contract/books/unit-parts.ts'
import type { Field } from '#contract/books/field.ts'
import { newId } from '#mirror/new-id.ts'
import { textOfField } from '#app/records/form/field-text.ts'
import { readDraft, type RecordDraft } from '#app/records/form/record-draft.ts'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { usePartSaving } from './use-part-saving.ts'
import { useRowsDraft } from './use-rows-draft.ts'
import { useUnitParts } from './use-unit-parts.ts'

type LandDraft = { readonly id: string; readonly texts: RecordDraft }

const typedKeys: readonly string[] = ['address', 'land_kind', 'area']
const typedFields: readonly Field[] = unitLandDescription.fields.filter(({ key }) => typedKeys.includes(key))

/** The lands of a unit 대지권의 목적인 토지, one line each, in the order in which they are printed. */
export function UnitLands({ unitId }: { unitId: string }) {
  const rows = useUnitParts('unit-lands', unitId)
  const save = usePartSaving('unit-lands', unitId)
  const draft = useRowsDraft<readonly LandDraft[]>(rows)
  const [faults, setFaults] = useState<Readonly<Record<string, Readonly<Record<string, string>>>>>({})
  useDirtyForm(draft.isDirty, '토지 입력')
  if (!rows) return <Spinner label="불러오는 중" />
  const standing = rows.map(({ id, record }) => ({
    id,
    texts: Object.fromEntries(typedFields.map((field) => [field.key, textOfField(field, record[field.key] ?? null)])),
  }))
  const lands = draft.value ?? standing

  function settle(wanted: readonly LandDraft[]) {
    if (wanted.some(({ texts }) => (texts['address'] ?? '').trim() === '')) return
    const read = wanted.map(({ id, texts }) => ({ id, ...readDraft(typedFields, texts, { today: officeToday() }) }))
    setFaults(Object.fromEntries(read.map(({ id, errors }) => [id, errors])))
    if (read.some(({ errors }) => Object.keys(errors).length > 0)) return
    const parts = read.map(({ id, values }, at) => ({ id, fields: { ...values, place: at + 1 } }))
    draft.settle(wanted, (over) => save(over, parts))
  }

  function decide(next: readonly LandDraft[]) {
    draft.type(next)
    settle(next)
  }

  function type(id: string, key: string, text: string) {
    const next = lands.map((land) => (land.id === id ? { id, texts: { ...land.texts, [key]: text } } : land))
    draft.type(next)
  }

  return (
    <div className="flex flex-col gap-3">
      {lands.length === 0 ? <p className="text-ink-2">적어 둔 토지가 없습니다.</p> : null}
      {lands.map(({ id, texts }, at) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Hears that its fields are left; it is none itself.
        <fieldset
          key={id}
          aria-label={`토지 ${at + 1}`}
          onBlur={({ target }) => target instanceof HTMLInputElement && settle(lands)}
          className="flex min-w-0 flex-wrap items-start gap-2"
        >
          {typedFields.map((field) => (
            <div key={field.key} className={field.key === 'address' ? 'min-w-48 flex-1' : 'w-24'}>
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
              onClick={() => decide(lands.filter((land) => land.id !== id))}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={14} strokeWidth={1.5} aria-hidden />}
          onClick={() => decide([...lands, { id: newId(), texts: {} }])}
        >
          토지 추가
        </Button>
      </div>
    </div>
  )
}
