import type { RateShape } from '#contract/office/rates.ts'
import { AmountField } from '#app/ui/fields/amount-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { BracketTable } from './bracket-table.tsx'
import type { BracketDraft, ChannelsDraft } from './rate-draft.ts'
import type { RateForm } from './use-rate-form.ts'

interface RateEntryProps {
  entry: { key: string; label: string; shape: RateShape }
  form: Pick<RateForm, 'draft' | 'faults' | 'change'>
}

/** One entry of a version, by type. */
export function RateEntry({ entry, form }: RateEntryProps) {
  const { key, label, shape } = entry
  const typed = form.draft[key]
  if (shape === 'channels') return <Channels entry={entry} form={form} typed={typed as ChannelsDraft} />
  if (shape === 'brackets') {
    return (
      <BracketTable
        name={key}
        label={label}
        faults={form.faults}
        lines={typed as readonly BracketDraft[]}
        onLines={(lines) => form.change(key, lines)}
      />
    )
  }
  const field = {
    value: typeof typed === 'string' ? typed : '',
    onValue: (text: string) => form.change(key, text),
    error: form.faults[key],
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
            error={form.faults[`${entry.key}.${key}`]}
          />
        ))}
      </div>
    </fieldset>
  )
}
