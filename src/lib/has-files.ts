export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true
}
