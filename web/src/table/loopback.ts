/** Whether a host name means this machine, so that a link with it is useless elsewhere. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
