import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { onSignOut } from '#app/session/session-channel.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { defaultReason, exportReasons, type ExportTerms, exportTermsShape } from '#contract/trail/export-reason.ts'

/** The fields of a question for a reason. */
export interface ReasonChoice {
  readonly fields: ReactNode
  /** The reason; null when it isn't acceptable yet, and the field shows why. */
  read(): string | null
  setError(error: string): void
}

interface ReasonChoiceOptions {
  readonly reasons: readonly string[]
  getInitialReason(): string
  readonly label?: string
  /** The choice of free text, and the label of its field. */
  readonly custom?: { readonly choice: string; readonly label: string }
  readonly schema?: z.ZodType<string | undefined>
}

/** One of a few reasons, or free text. */
export function useReasonChoice(options: ReasonChoiceOptions): ReasonChoice {
  const { reasons, getInitialReason, label = '사유', custom = otherReason, schema = exportTermsShape.reason } = options
  const [choice, setChoice] = useState<string>(getInitialReason)
  const [customText, setCustomText] = useState('')
  const [error, setError] = useState<string>()
  const isCustom = choice === custom.choice
  return {
    setError,
    read() {
      const parsed = schema.safeParse(isCustom ? customText : choice)
      if (!parsed.success) setError(parsed.error.issues[0]?.message ?? '')
      return parsed.data ?? null
    },
    fields: (
      <>
        <Select
          label={label}
          value={choice}
          choices={[...reasons, custom.choice].map((value) => ({ value, label: value }))}
          error={isCustom ? undefined : error}
          onValue={(value) => {
            setChoice(value)
            setError(undefined)
          }}
        />
        {isCustom ? (
          <TextField
            label={custom.label}
            isRequired
            maxLength={200}
            value={customText}
            error={error}
            onValue={setCustomText}
          />
        ) : null}
      </>
    ),
  }
}

const otherReason = { choice: '기타', label: '기타 사유' }

/**
 * Reason for exporting a masked file, as fields of the dialog that makes it, so that no second
 * dialog opens.
 */
export function useExportReasonFields(): { readonly fields: ReactNode; read(): ExportTerms | null } {
  const choice = useReasonChoice({ reasons: exportReasons, getInitialReason: getLastReason })
  return {
    read() {
      const reason = choice.read()
      if (reason === null) return null
      const exportTerms = { reason, isMasked: true }
      rememberReason(exportTerms)
      return exportTerms
    },
    fields: (
      <>
        {choice.fields}
        <p className="text-label text-ink-3">{exportNote}</p>
      </>
    ),
  }
}

export const exportNote = '누가 언제 왜 내보냈는지 접속기록에 남습니다.'

let rememberedReason: string = defaultReason

onSignOut(() => {
  rememberedReason = defaultReason
})

/** The last reason given in this tab. */
export function getLastReason(): string {
  return rememberedReason
}

/** Doesn't remember free text, which was about one file, nor an export without masking. */
export function rememberReason({ reason, isMasked }: ExportTerms): void {
  if (isMasked && exportReasons.some((exportReason) => exportReason === reason))
    rememberedReason = reason ?? defaultReason
}
