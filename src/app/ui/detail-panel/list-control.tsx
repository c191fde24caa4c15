import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { FieldValue } from '#contract/books/field.ts'
import { hasFixedOptions } from '../data-table/columns/table-columns.ts'
import { findCommand, formatChord } from '../data-table/commands/key-commands.ts'
import type { CellOption, Column } from '../data-table/data-table-props.ts'
import { OptionLines } from '../data-table/editing/option-list.tsx'
import {
  continueOptions,
  createChoicePrompt,
  highlightOption,
  listSuggestions,
  type OptionList,
  suggestOptions,
} from '../data-table/editing/suggestions.ts'
import { formatUnregistered } from '../fields/new-text.ts'
import { type FramedControl, inputClass } from '../fields/text-field.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import type { FieldLook } from './field-look.ts'
import type { TypingState } from './use-field-typing.ts'

interface ListControlProps {
  readonly column: Column
  readonly framedBy: FramedControl
  readonly typing: Pick<TypingState, 'text' | 'type' | 'choose' | 'refuse'>
  readonly look: Pick<FieldLook, 'text'>
  readonly value: FieldValue
}

/**
 * A field with a searchable list, for references and text suggestions. It offers the same matches
 * as the table, including 초성 and half-typed syllables, and uses the same keys.
 */
export function ListControl({ value, framedBy, column, look, typing }: ListControlProps) {
  const { id } = framedBy
  const [list, setList] = useState<OptionList | null>(null)
  const highlighted = list?.highlighted ?? -1
  /** A note without options handles no keys. */
  const isOpen = list !== null && list.options.length > 0

  function openAll() {
    const current = typeof value === 'number' ? null : value
    setList(suggestOptions(column, '', current) ?? listSuggestions(column))
  }

  function choose(option: CellOption | undefined) {
    setList(null)
    if (option?.createsName !== undefined) void createOptionRecord(option.createsName)
    else if (option) typing.choose(option.value)
  }

  async function createOptionRecord(name: string) {
    const { optionCreator } = column
    if (!optionCreator) return
    const created = await optionCreator.make(name)
    document.getElementById(id)?.focus()
    if (created) typing.choose(created.value)
    // Nothing was typed when the line was chosen from the whole list.
    else if (name !== '') typing.refuse(name, formatUnregistered(optionCreator.noun))
  }

  /** Returns true when the key was used here. */
  function onListKey(event: KeyboardEvent): boolean {
    const command = findCommand(event.nativeEvent, 'list')
    if (command === 'choose-down' || command === 'choose-next' || command === 'choose-previous') {
      const promptList = createChoicePrompt(column, list, typing.text ?? '')
      if (promptList) {
        setList(promptList)
        return true
      }
    }
    if (!isOpen) {
      const isOpening =
        formatChord(event.nativeEvent) === 'ArrowDown' || findCommand(event.nativeEvent, 'ready') === 'open-list'
      if (isOpening) openAll()
      return isOpening
    }
    switch (command) {
      case 'list-down':
        setList(highlightOption(list, 1))
        return true
      case 'list-up':
        setList(highlightOption(list, -1))
        return true
      case 'choose-down':
        choose(list.options[highlighted])
        return highlighted !== -1
      case 'choose-next':
      case 'choose-previous':
        // Tab also takes the highlighted line; its default action moves to the next field.
        choose(typing.text ? list.options[highlighted] : undefined)
        return false
      case 'close-list':
        setList(null)
        return true
      default:
        return false
    }
  }

  return (
    <>
      <input
        {...framedBy}
        type="text"
        role="combobox"
        autoComplete="off"
        value={typing.text ?? look.text}
        aria-expanded={isOpen}
        aria-controls={`${id}-options`}
        aria-autocomplete="list"
        aria-activedescendant={highlighted === -1 ? undefined : `${id}-option-${highlighted}`}
        onChange={(event) => {
          typing.type(event.target.value)
          setList(continueOptions(list, suggestOptions(column, event.target.value, null)))
        }}
        onClick={() => hasFixedOptions(column) && !list && openAll()}
        onBlur={() => setList(null)}
        onKeyDown={(event) => {
          if (isImeKey(event) || !onListKey(event)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        className={`${inputClass} ${hasFixedOptions(column) ? 'pr-7' : ''}`}
      />
      {hasFixedOptions(column) ? (
        <ChevronDown
          aria-hidden
          size={16}
          strokeWidth={1.5}
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-2"
        />
      ) : null}
      {list ? (
        <div
          // Keeps the focus in the field; losing it would close the list before the click arrives.
          onPointerDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-10 mt-1 max-h-60 overflow-y-auto rounded-control border bg-paper-raised py-1 text-body shadow-float"
        >
          <OptionLines id={`${id}-option`} label={`${column.label} 목록`} list={list} onChoose={choose} />
        </div>
      ) : null}
    </>
  )
}
