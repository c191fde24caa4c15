import type { ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'

/** Form for PIN input. Enter and the button submit it, one submit at a time. */
export function PinFrame(props: { label: string; isBusy: boolean; onSubmit(): Promise<void>; children: ReactNode }) {
  const { label, isBusy, onSubmit, children } = props
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void onSubmit()
      }}
    >
      {children}
      <Button type="submit" tone="primary" isBusy={isBusy}>
        {label}
      </Button>
    </form>
  )
}
