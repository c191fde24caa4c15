import type { ReactNode } from 'react'

export const textButtonClass =
  'inline-flex items-center rounded-control px-1 text-label font-medium text-primary underline decoration-rule-strong underline-offset-3 hover:decoration-current coarse:min-h-11 coarse:px-2'

export function TextButton(props: { label: string; children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" aria-label={props.label} onClick={props.onPress} className={textButtonClass}>
      {props.children}
    </button>
  )
}
