#!/usr/bin/python3
# A bare WebKitGTK window for WebKitWebDriver, because MiniBrowser under automation is always private. It stores data in the folder
# KINORA_STORE, or nowhere if that is not set.
import os

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GObject, Gtk, WebKit2

WIDTH, HEIGHT = (int(side) for side in os.environ['KINORA_WINDOW'].split('x'))
store = os.environ.get('KINORA_STORE')

if store:
    manager = WebKit2.WebsiteDataManager(base_data_directory=f'{store}/data', base_cache_directory=f'{store}/cache')
else:
    manager = WebKit2.WebsiteDataManager.new_ephemeral()
context = WebKit2.WebContext.new_with_website_data_manager(manager)
if store:
    context.get_cookie_manager().set_persistent_storage(f'{store}/cookies.sqlite', WebKit2.CookiePersistentStorage.SQLITE)
context.set_automation_allowed(True)
context.set_preferred_languages(['en-US', 'en'])
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
policies = WebKit2.WebsitePolicies(autoplay=WebKit2.AutoplayPolicy.ALLOW_WITHOUT_SOUND)


def create_view(session):
    view = GObject.new(
        WebKit2.WebView, web_context=context, settings=settings, website_policies=policies, is_controlled_by_automation=True
    )
    view.set_size_request(WIDTH, HEIGHT)
    window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT, decorated=False)
    window.add(view)
    window.show_all()
    view.grab_focus()
    window.present()
    view.connect('close', lambda _: window.destroy())
    view.connect('web-process-terminated', lambda _, reason: print('web process terminated', reason, flush=True))
    return view


def start(context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('MiniBrowser')
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect('create-web-view', create_view)


context.connect('automation-started', start)
Gtk.main()
