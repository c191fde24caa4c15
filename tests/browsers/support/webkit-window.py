"""A window of WebKitGTK that keeps its profile on disk, for WebKitWebDriver to start.

MiniBrowser under automation keeps nothing. Arguments: the folder of the profile, and
`private` for windows that keep nothing.
"""

import os
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

profile = sys.argv[1]
downloads = os.path.join(profile, 'downloads')
is_private = 'private' in sys.argv[2:]
manager = (
    WebKit2.WebsiteDataManager.new_ephemeral()
    if is_private
    else WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(profile, 'data'),
        base_cache_directory=os.path.join(profile, 'cache'),
    )
)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_preferred_languages(['ko-KR', 'ko'])
context.set_automation_allowed(True)
if not is_private:
    context.get_cookie_manager().set_persistent_storage(
        os.path.join(profile, 'cookies.sqlite'), WebKit2.CookiePersistentStorage.SQLITE
    )
# Pages see this as "prefers reduced motion".
Gtk.Settings.get_default().set_property('gtk-enable-animations', False)


def open_view(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    # The driver reads script errors from here.
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window(default_width=1440, default_height=900, decorated=False)
    window.add(view)
    view.connect('close', lambda *_: window.destroy())
    window.show_all()
    return view


def start_automation(_, session):
    session.connect('create-web-view::window', open_view)
    session.connect('create-web-view::tab', open_view)


def start_download(_, download):
    def choose(download, name):
        path = os.path.join(downloads, name)
        # As every browser does for a second file of the same name.
        while os.path.exists(path):
            path = '(1)'.join(os.path.splitext(path))
        download.set_destination(GLib.filename_to_uri(path, None))
        return True

    download.connect('decide-destination', choose)


context.connect('automation-started', start_automation)
context.connect('download-started', start_download)
Gtk.main()
