/** Counts renders for performance tests. Unused in production. */
export const renderProbe: { onRow?: (row: number) => void; onCell?: (row: number, key: string) => void } = {}
