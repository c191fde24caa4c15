/** Placeholder for loading text; appears only after 200 ms. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden className={`appears-late block rounded-control bg-paper-sunk ${className}`} />
}
