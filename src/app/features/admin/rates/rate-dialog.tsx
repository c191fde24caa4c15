import { Plus, X } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { AmountField } from '#app/ui/fields/amount-field.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useLineFocus } from '#app/ui/fields/use-line-focus.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { rateKinds, type RateShape } from '#contract/rates/rates.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { type BracketDraft, type ChannelsDraft, listRateEntries } from './rate-draft.ts'
import { type EditedRate, type RateForm, useRateForm } from './use-rate-form.ts'

interface RateDialogProps {
  edited: EditedRate
  /** Whether the kind has no other version. */
  isOnly: boolean
  onClose(): void
}

/** Shows and changes one version of a kind, or a new one prefilled from the newest. */
export function RateDialog({ edited, isOnly, onClose }: RateDialogProps) {
  const { rate, isNew } = edited
  const form = useRateForm(edited, onClose)
  const element = useRef<HTMLFormElement>(null)
  const { label } = rateKinds[rate.kind]

  async function submit(event: FormEvent) {
    event.preventDefault()
    await form.save()
    // After the errors are rendered.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <Dialog
      open
      width="wide"
      title={isNew ? `${label}: 새 시행일` : `${label}: ${formatDay(rate.effective_from)} 시행`}
      isSticky={form.isDirty}
      onClose={() => void form.close()}
      actions={<RateActions form={form} isNew={isNew} isOnly={isOnly} />}
    >
      <form
        ref={element}
        id="rate"
        noValidate
        className="mt-3 flex flex-col gap-5"
        onSubmit={(event) => void submit(event)}
      >
        {form.message ? (
          <p role="alert" className="rounded-control bg-danger-wash px-3 py-2 text-danger">
            {form.message}
          </p>
        ) : null}
        <div className="max-w-48">
          <DateField
            label="시행일"
            isRequired
            value={form.day}
            onValue={form.setDay}
            error={form.errors['effective_from']}
          />
        </div>
        {listRateEntries(rate.kind).map((entry) => (
          <RateEntry key={entry.key} entry={entry} form={form} />
        ))}
        <TextField
          label="근거"
          hint="법령의 이름과 조문, 확인한 곳을 적어 둡니다."
          value={form.note}
          onValue={form.setNote}
          error={form.errors['note']}
          maxLength={500}
        />
      </form>
    </Dialog>
  )
}

function RateActions({ form, isNew, isOnly }: { form: RateForm; isNew: boolean; isOnly: boolean }) {
  const isOffline = useSyncStatus().connection === 'offline'
  const offlineReason = isOffline ? '연결되면 저장할 수 있습니다.' : undefined
  const unchanged = form.isDirty ? undefined : '바뀐 내용이 없습니다.'
  return (
    <>
      {isNew ? null : (
        <Button
          tone="transparent"
          className="mr-auto"
          disabledReason={offlineReason ?? (isOnly ? '하나뿐인 요율은 삭제할 수 없습니다.' : undefined)}
          onClick={() => void form.remove()}
        >
          삭제
        </Button>
      )}
      <Button onClick={() => void form.close()}>닫기</Button>
      <Button tone="primary" type="submit" form="rate" isBusy={form.isBusy} disabledReason={offlineReason ?? unchanged}>
        저장
      </Button>
    </>
  )
}

interface RateEntryProps {
  entry: { key: string; label: string; shape: RateShape }
  form: Pick<RateForm, 'draft' | 'errors' | 'change'>
}

/** One entry of a version, by type. */
function RateEntry({ entry, form }: RateEntryProps) {
  const { key, label, shape } = entry
  const typed = form.draft[key]
  if (shape === 'channels') return <Channels entry={entry} form={form} typed={typed as ChannelsDraft} />
  if (shape === 'brackets') {
    return (
      <BracketTable
        name={key}
        label={label}
        errors={form.errors}
        lines={typed as readonly BracketDraft[]}
        onLines={(lines) => form.change(key, lines)}
      />
    )
  }
  const field = {
    value: typeof typed === 'string' ? typed : '',
    onValue: (text: string) => form.change(key, text),
    error: form.errors[key],
  }
  return (
    <div className="max-w-96">
      {shape === 'won' ? (
        <AmountField label={`${label} (원)`} {...field} />
      ) : (
        <TextField
          label={shape === 'percent' ? `${label} (%)` : label}
          inputMode="decimal"
          className="text-right tabular-nums"
          {...field}
        />
      )}
    </div>
  )
}

const channels = [
  { key: 'paper', label: '서면' },
  { key: 'eform', label: 'e-Form' },
  { key: 'electronic', label: '전자' },
] as const

/** Fee per property for each filing channel; empty if the channel is not available. */
function Channels({ entry, form, typed }: RateEntryProps & { typed: ChannelsDraft }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1 font-semibold">{entry.label} (매 부동산, 원)</legend>
      <div className="grid max-w-xl gap-3 sm:grid-cols-3">
        {channels.map(({ key, label }) => (
          <AmountField
            key={key}
            label={label}
            value={typed[key]}
            onValue={(text) => form.change(entry.key, { ...typed, [key]: text })}
            error={form.errors[`${entry.key}.${key}`]}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface BracketTableProps {
  /** Key of the entry, used to find its errors. */
  name: string
  label: string
  lines: readonly BracketDraft[]
  errors: Readonly<Record<string, string>>
  onLines(lines: readonly BracketDraft[]): void
}

/** On a phone the limits get the most space, because they are the longest numbers. */
const lineClass =
  'grid grid-cols-[minmax(0,1.4fr)_3.25rem_minmax(0,1fr)_2rem] gap-1.5 sm:max-w-xl sm:grid-cols-[1fr_5rem_1fr_2rem] sm:gap-2'

/**
 * A rate table by brackets: up to an amount, a percentage, and a fixed sum on top. The last line
 * has no limit.
 */
function BracketTable({ name, label, lines, errors, onLines }: BracketTableProps) {
  const { list, willAdd, willRemove } = useLineFocus()
  const change = (index: number, patch: Partial<BracketDraft>) =>
    onLines(lines.map((line, position) => (position === index ? { ...line, ...patch } : line)))
  return (
    <fieldset ref={list} className="flex flex-col gap-1.5">
      <legend className="pb-1 font-semibold">{label}</legend>
      <div aria-hidden className={`${lineClass} text-label text-ink-2`}>
        <span>이하 (원)</span>
        <span>율 (%)</span>
        <span>가산 (원)</span>
      </div>
      {lines.map((line, index) => (
        <BracketLine
          key={index}
          line={line}
          errors={errors}
          path={`${name}.${index}`}
          accessibleName={`${label} ${index + 1}번째 줄`}
          isLast={index === lines.length - 1}
          onChange={(patch) => change(index, patch)}
          onRemove={() => {
            willRemove(index)
            onLines(lines.toSpliced(index, 1))
          }}
        />
      ))}
      {errors[name] ? <p className="text-label text-danger">{errors[name]}</p> : null}
      <div>
        <Button
          size="sm"
          tone="transparent"
          icon={<Plus size={16} strokeWidth={1.5} />}
          aria-label={`${label} 줄 추가`}
          onClick={() => {
            willAdd(lines.length - 1)
            onLines(lines.toSpliced(-1, 0, { up_to: '', percent: '', base: '' }))
          }}
        >
          줄 추가
        </Button>
      </div>
    </fieldset>
  )
}

interface BracketLineProps {
  line: BracketDraft
  /** Path of the line in `errors`. */
  path: string
  /** Prefix of the fields' accessible labels. */
  accessibleName: string
  isLast: boolean
  errors: Readonly<Record<string, string>>
  onChange(patch: Partial<BracketDraft>): void
  onRemove(): void
}

function BracketLine({ line, path, accessibleName, isLast, errors, onChange, onRemove }: BracketLineProps) {
  const bindField = (key: keyof BracketDraft) => ({
    value: line[key],
    onValue: (text: string) => onChange({ [key]: text }),
    error: errors[`${path}.${key}`],
    isLabelHidden: true,
  })
  return (
    <div data-line className={`${lineClass} items-start max-sm:[&_input]:px-1.5`}>
      {isLast ? (
        <p className="py-1.5 text-right text-ink-3">그 이상 모두</p>
      ) : (
        <AmountField label={`${accessibleName} 이하 금액`} {...bindField('up_to')} />
      )}
      <TextField
        label={`${accessibleName} 율`}
        inputMode="decimal"
        className="text-right tabular-nums"
        {...bindField('percent')}
      />
      <AmountField label={`${accessibleName} 가산 금액`} {...bindField('base')} />
      {isLast ? null : (
        <IconButton
          label={`${accessibleName} 삭제`}
          size="sm"
          icon={<X size={16} strokeWidth={1.5} />}
          onClick={onRemove}
        />
      )}
    </div>
  )
}
