import { useRef, useState } from 'react'
import { useApi } from '#app/session/api.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import type { FieldValue } from '#contract/books/field.ts'
import {
  checkPersonNumber,
  formatTypedPersonNumber,
  maskPersonNumber,
  type PartyKind,
  personNumberNames,
} from '#domain/text/person-number.ts'
import { fetchSealingKey, NoSealingKeyError, readSealingKey, sealPersonNumber } from './seal-person-number.ts'

/** A number as a record stores it: sealed, and masked for display. Both null: no number. */
interface EnteredPersonNumber {
  readonly sealed: FieldValue
  readonly masked: string | null
}

interface PersonNumberFieldProps {
  kind: PartyKind
  /** The stored number, masked. */
  masked: string | null
  isRequired?: boolean
  error?: string | undefined
  onNumber(entered: EnteredPersonNumber): void
}

/**
 * Input for a party's number. Digits exist only in this field and only while typing: the last digit
 * triggers validation and sealing, and the digits are dropped. A stored number is shown masked.
 * Clearing the field removes the number.
 */
export function PersonNumberField({ kind, masked, isRequired = false, error, onNumber }: PersonNumberFieldProps) {
  const api = useApi()
  const [typed, setTyped] = useState<string | null>(null)
  const [message, setMessage] = useState<{ error?: string; warning?: string }>({})
  const latestRun = useRef(0)
  const text = typed ?? masked ?? ''

  async function submitPersonNumber(entered: string) {
    const result = checkPersonNumber(kind, entered)
    if (!result.ok) return setMessage({ error: result.message })
    latestRun.current += 1
    const run = latestRun.current
    try {
      // The device was offline when the app started and has no key yet.
      if (readSealingKey() === null) await fetchSealingKey(api)
      const sealed = await sealPersonNumber(result.digits)
      // Changed again meanwhile.
      if (run !== latestRun.current) return
      setTyped(null)
      setMessage(result.warning === null ? {} : { warning: result.warning })
      onNumber({ sealed, masked: maskPersonNumber(kind, result.digits) })
    } catch (failure) {
      setMessage({ error: failure instanceof NoSealingKeyError ? noKeyText : sealingFailedText })
    }
  }

  function changeText(entered: string) {
    latestRun.current += 1
    const formattedNumber = formatTypedPersonNumber(entered.replaceAll('*', ''))
    setTyped(formattedNumber)
    setMessage({})
    if (formattedNumber.length === 14) void submitPersonNumber(formattedNumber)
  }

  function onBlur() {
    if (typed === null) return
    if (typed === '') {
      setTyped(null)
      if (masked !== null) onNumber({ sealed: null, masked: null })
    } else if (typed.length < 14) setMessage({ error: `${personNumberNames[kind]}는 숫자 13자리입니다.` })
  }

  return (
    <TextField
      label={personNumberNames[kind]}
      value={text}
      isRequired={isRequired}
      error={message.error ?? error}
      hint={message.warning}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      placeholder="000000-0000000"
      className="tabular-nums"
      // A masked number can't be edited digit by digit, so typing replaces it.
      onFocus={(event) => typed === null && event.target.select()}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (isImeKey(event) || event.key !== 'Escape' || typed === null) return
        event.preventDefault()
        event.stopPropagation()
        setTyped(null)
        setMessage({})
      }}
      onValue={changeText}
    />
  )
}

const noKeyText = '이 기기에 아직 암호화 키가 없어 번호를 받을 수 없습니다. 인터넷에 연결한 뒤 다시 입력해 주세요.'
const sealingFailedText = '번호를 암호화하지 못했습니다. 다시 입력해 주세요.'
