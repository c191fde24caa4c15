import { shownValue } from '../data-table/cells/cell-text.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { FieldFollow } from '#domain/books/book-rules.ts'
import type { BulkEditProps } from './bulk-edit-props.ts'
import { isDerived, noChoice, type ChoicesRead, type FieldChoice, type FieldChoices } from './field-choices.ts'
import { FieldLine } from './field-line.tsx'
import type { Tally } from './value-tally.ts'

interface ChooseFieldsProps extends Pick<BulkEditProps, 'fields' | 'groups'> {
  follows: readonly FieldFollow[]
  today: string
  choices: FieldChoices
  tally: Tally | null
  /** The form as parsed now. */
  read: ChoicesRead
  /** Whether errors are shown; only after the user asked for the preview. */
  areErrorsShown: boolean
  onChoices(next: FieldChoices): void
  onEnter(): void
}

/** First step: the fields and their new values. Only ticked fields are written. */
export function ChooseFields(props: ChooseFieldsProps) {
  const { fields, groups, follows, choices, tally, read, areErrorsShown } = props
  const sections = Object.entries(groups).map(([key, label]) => ({
    key,
    label,
    columns: fields.filter(({ field }) => field.group === key),
  }))
  function choose(key: string, next: Partial<FieldChoice>) {
    props.onChoices({ ...choices, [key]: { ...(choices[key] ?? noChoice), ...next } })
  }
  return (
    <div className="mt-3 flex flex-col gap-4">
      {areErrorsShown && read.kind === 'nothing' ? (
        <p role="alert" className="font-semibold text-seal">
          수정할 항목을 하나 이상 선택해 주세요.
        </p>
      ) : null}
      {sections
        .filter(({ columns }) => columns.length > 0)
        .map((section) => (
          <section key={section.key} aria-label={section.label}>
            <h3 className="border-b pb-1 text-label font-semibold text-ink-2">{section.label}</h3>
            <ul>
              {section.columns.map((column) =>
                isDerived(column.key, follows) ? (
                  <DerivedFieldLine
                    key={column.key}
                    column={column}
                    follows={follows}
                    fields={fields}
                    choices={choices}
                    read={read}
                  />
                ) : (
                  <FieldLine
                    key={column.key}
                    column={column}
                    choice={choices[column.key] ?? noChoice}
                    tally={tally?.of(column.key) ?? null}
                    error={areErrorsShown && read.kind === 'errors' ? read.errors[column.key] : undefined}
                    today={props.today}
                    onChoice={(next) => choose(column.key, next)}
                    onEnter={props.onEnter}
                  />
                ),
              )}
            </ul>
          </section>
        ))}
    </div>
  )
}

interface DerivedFieldLineProps {
  column: Column
  fields: readonly Column[]
  follows: readonly FieldFollow[]
  choices: FieldChoices
  read: ChoicesRead
}

/** A derived field: its tick and value come from the field it follows, so it has no controls. */
function DerivedFieldLine({ column, fields, follows, choices, read }: DerivedFieldLineProps) {
  const follow = follows.find(({ key }) => key === column.key)
  const source = fields.find(({ key }) => key === follow?.of)
  const isTicked = follow !== undefined && choices[follow.of]?.isTicked === true
  const update = read.kind === 'wishes' ? read.updates.find((one) => one.column.key === column.key) : undefined
  return (
    <li className="grid grid-cols-[minmax(120px,1fr)_minmax(0,2fr)_auto] items-center gap-x-3 border-t py-1">
      <label className="flex min-h-8 items-center gap-2 font-medium coarse:min-h-11">
        <input type="checkbox" disabled checked={isTicked} readOnly className="size-4 shrink-0 accent-primary" />
        {column.label}
      </label>
      <p className="tabular text-label text-ink-2">
        {isTicked && update ? (
          <strong className="font-semibold text-ink">{shownValue(column, update.value) || '비움'} · </strong>
        ) : null}
        {follow?.note ?? `${source?.label ?? ''}에 따라 정해집니다.`}
      </p>
      <span aria-hidden className="size-8 coarse:size-11" />
    </li>
  )
}
