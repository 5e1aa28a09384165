/** Whether an address leads to this machine only: whoever gets it elsewhere comes to his own. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
