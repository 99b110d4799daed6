/** Keep the screen on, where the browser can; it lets go whenever the page is hidden, so it is asked again. Gives a way to end it. */

export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const hold = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined); // a weak battery may refuse
    if (over) await lock?.release();
  };
  document.addEventListener('visibilitychange', hold);
  void hold();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', hold);
    void lock?.release();
  };
}
