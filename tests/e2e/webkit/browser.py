"""A window with one page of WebKitGTK, for WebKitWebDriver to steer: `browser.py FOLDER` stores the site's data in FOLDER.
With the word `uncached` behind it, the browser keeps no files in memory between two pages; with `unkept`, it keeps no page that was left.

MiniBrowser, the driver's own browser, keeps the data in memory while it is steered, and IndexedDB then behaves otherwise than
on a phone. Its window is wider than a phone, and its language follows the machine's locale.
"""

import ctypes
import sys
from ctypes import c_char_p, c_int, c_size_t, c_void_p

# The size that playwright.config.ts gives to a page.
WIDTH, HEIGHT = 360, 740

webkit = ctypes.CDLL("libwebkit2gtk-4.1.so.0")
gtk = ctypes.CDLL("libgtk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")


def function(library: ctypes.CDLL, name: str, *arguments: type, returns: type | None = None):
    """Returns a C function with its types. Without them, ctypes would cut pointers to 32 bits."""
    found = getattr(library, name)
    found.argtypes, found.restype = arguments, returns
    return found


gtk_init = function(gtk, "gtk_init", c_void_p, c_void_p)
gtk_main = function(gtk, "gtk_main")
new_window = function(gtk, "gtk_window_new", c_int, returns=c_void_p)
resize = function(gtk, "gtk_window_set_default_size", c_void_p, c_int, c_int)
add = function(gtk, "gtk_container_add", c_void_p, c_void_p)
show = function(gtk, "gtk_widget_show_all", c_void_p)
connect = function(gobject, "g_signal_connect_data", c_void_p, c_char_p, c_void_p, c_void_p, c_void_p, c_int)
# Both take pairs of a property and its value, up to a null.
new_view = function(
    gobject, "g_object_new", c_size_t, c_char_p, c_void_p, c_char_p, c_int, c_void_p, returns=c_void_p
)
new_storage = function(
    webkit, "webkit_website_data_manager_new", c_char_p, c_char_p, c_char_p, c_char_p, c_void_p, returns=c_void_p
)
view_type = function(webkit, "webkit_web_view_get_type", returns=c_size_t)
new_context = function(webkit, "webkit_web_context_new_with_website_data_manager", c_void_p, returns=c_void_p)
set_languages = function(webkit, "webkit_web_context_set_preferred_languages", c_void_p, c_void_p)
settings_of = function(webkit, "webkit_web_view_get_settings", c_void_p, returns=c_void_p)
keep_pages = function(webkit, "webkit_settings_set_enable_page_cache", c_void_p, c_int)
set_cache_model = function(webkit, "webkit_web_context_set_cache_model", c_void_p, c_int)
allow_automation = function(webkit, "webkit_web_context_set_automation_allowed", c_void_p, c_int)
new_info = function(webkit, "webkit_application_info_new", returns=c_void_p)
set_name = function(webkit, "webkit_application_info_set_name", c_void_p, c_char_p)
set_info = function(webkit, "webkit_automation_session_set_application_info", c_void_p, c_void_p)

folder = sys.argv[1].encode()
gtk_init(None, None)
storage = new_storage(b"base-data-directory", folder + b"/data", b"base-cache-directory", folder + b"/cache", None)
context = new_context(storage)
set_languages(context, (c_char_p * 2)(b"en-US", None))
# WebKit's models: 0 is "document viewer", 1 is "web browser".
set_cache_model(context, 0 if "uncached" in sys.argv else 1)
allow_automation(context, 1)


@ctypes.CFUNCTYPE(c_void_p, c_void_p, c_void_p)
def open_view(_session: int, _data: int) -> int:
    """Opens the page when the driver asks for one."""
    view = new_view(view_type(), b"web-context", context, b"is-controlled-by-automation", 1, None)
    keep_pages(settings_of(view), "unkept" not in sys.argv)
    window = new_window(0)
    resize(window, WIDTH, HEIGHT)
    add(window, view)
    show(window)
    return view


@ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
def start(_context: int, session: int, _data: int) -> None:
    """Says the browser's name, by which the driver knows that it is the one that it was asked for."""
    info = new_info()
    set_name(info, b"Enmusubi")
    set_info(session, info)
    connect(session, b"create-web-view", ctypes.cast(open_view, c_void_p), None, None, 0)


connect(context, b"automation-started", ctypes.cast(start, c_void_p), None, None, 0)
gtk_main()
