// oxlint-disable max-params -- a field reads like a row: key, label, what its kind needs, options
import type { Choice, Field, FieldKind } from './field.ts'

/** What a field may say besides its key, label and kind. */
type Options = Partial<Omit<Field, 'key' | 'label' | 'kind'>>

/** Refuses options that no field has. */
type Exact<Given> = Given & { readonly [Key in Exclude<keyof Given, keyof Options>]: never }

/** As exact as a literal `as const`. `Own`: what all fields of this kind have. */
type Built<Kind extends FieldKind, Key, Label, Given, Own> = {
  readonly kind: Kind
  readonly key: Key
  readonly label: Label
} & Omit<Own & { readonly group: 'basic' }, keyof Given> &
  Given

/**
 * Their group is `basic` unless the options name another. `NoInfer` keeps the surrounding book,
 * which expects any field, from widening a field without options.
 */
function forKind<const Kind extends FieldKind, const Own extends Options = object>(kind: Kind, own?: Own) {
  return <const Key extends string, const Label extends string, const Given extends Options = object>(
    key: Key,
    label: Label,
    options?: Exact<Given>,
  ) => {
    const field: unknown = { key, label, kind, group: 'basic', ...own, ...options }
    return field as Built<Kind, Key, Label, NoInfer<Given>, Own>
  }
}

export const date = forKind('date')
export const flag = forKind('flag')
export const instant = forKind('datetime')
export const number = forKind('number')
/** An amount that is never negative. */
export const won = forKind('won', { min: 0 })
/** Text that only the server sets. */
export const serverText = forKind('text', { editable: false })

const anyText = forKind('text')
const anyChoice = forKind('enum')
const anyReference = forKind('reference')

export function text<const Key extends string, const Label extends string, const Given extends Options = object>(
  key: Key,
  label: Label,
  maxLength: number,
  options?: Exact<Given>,
) {
  return { ...anyText(key, label, options), maxLength }
}

export function choice<
  const Key extends string,
  const Label extends string,
  const Given extends Options,
  const Choices extends readonly Choice[],
>(key: Key, label: Label, options: Exact<Given>, choices: Choices) {
  return { ...anyChoice(key, label, options), choices }
}

/** `target`: the collection and the field that names its records, `companies.name`. */
export function reference<
  const Key extends string,
  const Label extends string,
  const Collection extends string,
  const Name extends string,
  const Given extends Options = object,
>(key: Key, label: Label, target: `${Collection}.${Name}`, options?: Exact<Given>) {
  const [collection, name] = target.split('.') as [Collection, Name]
  return { ...anyReference(key, label, options), refers: { collection, label: name } } as const
}

/** The record this one is a part of; the two are deleted together. */
export function parent<
  const Key extends string,
  const Label extends string,
  const Collection extends string,
  const Name extends string,
>(key: Key, label: Label, target: `${Collection}.${Name}`, width: number) {
  const field = reference(key, label, target, { required: true, width })
  return { ...field, refers: { ...field.refers, isParent: true } } as const
}
