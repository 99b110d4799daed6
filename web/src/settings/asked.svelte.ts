/** Whether somebody wants to see the settings: asked for anywhere on the page, answered by one panel. */

class SettingsAsked {
  open = $state(false);
}

export const settingsAsked = new SettingsAsked();
