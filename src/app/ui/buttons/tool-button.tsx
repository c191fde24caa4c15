import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'

interface ToolButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  label: string
  icon: ReactNode
  /**
   * From which width on the label is shown; default `wide`. In a toolbar whose buttons don't fit
   * in one line (`fitInOneLine`), `roomiest` labels give way first, then `roomy` and `wide` ones.
   */
  labelFrom?: LabelWidth
}

type LabelWidth = 'everywhere' | 'wide' | 'roomy' | 'roomiest' | 'widest'

const labelClasses: Record<LabelWidth, string> = {
  everywhere: '',
  wide: 'wordless:sr-only in-data-[tight~=wide]:sr-only',
  roomy: 'wordless:sr-only in-data-[tight~=roomy]:sr-only',
  roomiest: 'wordless:sr-only in-data-[tight~=roomiest]:sr-only',
  widest: 'compact:sr-only',
}

/** For `fitInOneLine`: labels give way in this order. */
export const labelSteps = ['roomiest', 'roomy', 'wide'] satisfies readonly LabelWidth[]

/** A toolbar button: icon and label, or only the icon with a tooltip where labels don't fit. */
export function ToolButton({ label, labelFrom = 'wide', title = label, ...button }: ToolButtonProps) {
  return (
    <Button {...button} title={title}>
      <span className={labelClasses[labelFrom]}>{label}</span>
    </Button>
  )
}
